import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import useSWR from 'swr';
import { call } from '#src/api/call.ts';
import { Dialog } from '#src/render/dialog.tsx';
import { useApi } from '#src/render/ports.tsx';
import type { FormLines } from './definition.ts';

/** Long enough that a word is typed to its end before the server is asked. */
const settleAfter = 200;
const shown = 50;

/** Records of a list, several of which become lines at once. */
export function PickDialog({
  pick: { title, list },
  taken,
  room,
  onPick,
  onClose,
}: {
  readonly pick: NonNullable<FormLines['pick']>;
  /** Numbers that stand in lines already. */
  readonly taken: readonly number[];
  /** Lines that still fit. */
  readonly room: number;
  readonly onPick: (ids: readonly number[]) => void;
  readonly onClose: () => void;
}) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const { items, more, state } = useFound(list, typed);
  const body = useRef<HTMLTableSectionElement>(null);
  const toggle = (number: number) =>
    setChosen((before) =>
      before.includes(number) ? before.filter((one) => one !== number) : [...before, number],
    );
  const tooMany = chosen.length > room;
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return;
    event.preventDefault();
    const boxes = [...(body.current?.querySelectorAll('input:enabled') ?? [])];
    const now = document.activeElement;
    const next = boxes[(now ? boxes.indexOf(now) : -1) + by];
    if (next instanceof HTMLElement) next.focus();
  };
  return (
    <Dialog title={`Pick ${title}`} closing="cross" className="cad-pick" apart onClose={onClose}>
      <label className="cad-field-label" htmlFor={`${id}-find`}>
        Find
      </label>
      <input
        id={`${id}-find`}
        className="cad-input"
        type="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'ArrowDown') step(event);
        }}
      />
      <div className="cad-pick-found">
        <table>
          <thead>
            <tr>
              <th scope="col">
                <span className="cad-visually-hidden">Picked</span>
              </th>
              <th scope="col">Record</th>
              <th scope="col">About it</th>
            </tr>
          </thead>
          <tbody ref={body} onKeyDown={step}>
            {items.map((item) => {
              const there = taken.includes(item.id);
              return (
                <tr key={item.id}>
                  <td>
                    <input
                      type="checkbox"
                      id={`${id}-${item.id}`}
                      checked={there || chosen.includes(item.id)}
                      disabled={there}
                      onChange={() => toggle(item.id)}
                    />
                  </td>
                  <td>
                    <label htmlFor={`${id}-${item.id}`}>{item.label}</label>
                  </td>
                  <td>{there ? 'Already chosen' : item.text}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      <p role="status" className="cad-field-help">
        {state ?? (more ? `The first ${items.length}. Type more to find others.` : `${items.length} found.`)}
      </p>
      {tooMany ? (
        <p role="alert" className="cad-field-error">
          {room} more {room === 1 ? 'line fits' : 'lines fit'}. Take some away.
        </p>
      ) : null}
      <div className="cad-dialog-buttons">
        <button type="button" className="cad-button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className="cad-button cad-primary"
          aria-disabled={chosen.length === 0 || tooMany}
          onClick={() => {
            if (chosen.length === 0 || tooMany) return;
            onPick(chosen);
            onClose();
          }}
        >
          {chosen.length === 0 ? 'Add' : `Add ${chosen.length}`}
        </button>
      </div>
    </Dialog>
  );
}

function useFound(list: string, typed: string) {
  const api = useApi();
  const [text, setText] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setText(typed.trim()), settleAfter);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data, error, isLoading } = useSWR(
    ['pick', list, text],
    () =>
      call(api, 'record.lookup', { params: { list }, query: { limit: shown, ...(text ? { text } : {}) } }),
    {
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      shouldRetryOnError: false,
      keepPreviousData: true,
    },
  );
  const state = error
    ? 'The list could not be read. Close this and open it again.'
    : isLoading
      ? 'Reading…'
      : null;
  return { items: data?.items ?? [], more: data?.more ?? false, state };
}
