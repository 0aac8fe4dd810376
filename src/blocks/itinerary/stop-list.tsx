import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { resolveLink, resolveText } from '#src/core/resolve/resolve-value.ts';
import type { Scope } from '#src/core/scope.ts';
import { Icon } from '#src/render/icon.tsx';
import { isKey, type KeyHelp, useKeys } from '#src/render/keys.ts';
import { useMayOpen } from '#src/render/link-rule.ts';
import type { StopWords } from './link.ts';
import { moved, type Stop } from './stops.ts';

const earlier: KeyHelp = { keys: ['Alt+Shift+ArrowUp'], text: 'At a stop, move it to an earlier place' };
const later: KeyHelp = { keys: ['Alt+Shift+ArrowDown'], text: 'At a stop, move it to a later place' };

/** Stops in their order: dragged by mouse, moved by buttons and by Alt+Shift with an arrow. */
export function StopList({
  name,
  words,
  stops,
  scope,
  onChange,
}: {
  readonly name: string;
  readonly words: StopWords;
  readonly stops: readonly Stop[];
  readonly scope: Scope;
  readonly onChange: (stops: readonly Stop[]) => void;
}): ReactNode {
  useKeys('Stops', stops.length > 1 ? [earlier, later] : null);
  const base = useId();
  const [told, setTold] = useState('');
  const [dragged, setDragged] = useState<number | null>(null);
  // Set by an event, reached once React has drawn what the event made.
  const next = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the stops
  useEffect(() => {
    if (next.current !== null) document.getElementById(next.current)?.focus();
    next.current = null;
  }, [stops]);

  const move = (from: number, to: number, focus: string | null) => {
    const changed = moved(stops, from, to);
    if (changed === stops) return;
    next.current = focus;
    setTold(`Stop ${from + 1} is stop ${to + 1} now.`);
    onChange(changed);
  };
  const remove = (index: number) => {
    const neighbour = stops[index + 1] ?? stops[index - 1];
    next.current = neighbour ? `${base}-${neighbour.id}-remove` : null;
    setTold(`Stop ${index + 1} removed.`);
    onChange(stops.filter((_, i) => i !== index));
  };
  const press = (event: KeyboardEvent, index: number) => {
    const by = isKey(event, earlier) ? -1 : isKey(event, later) ? 1 : null;
    if (by === null) return;
    event.preventDefault();
    move(index, index + by, document.activeElement?.id ?? null);
  };

  return (
    <>
      {stops.length === 0 ? <p className="cad-round-none">No stop yet. Add the first by its id.</p> : null}
      <ol aria-label={`Stops of ${name}`}>
        {stops.map((stop, index) => {
          const id = `${base}-${stop.id}`;
          const label = `stop ${index + 1}`;
          return (
            <li
              key={stop.id}
              draggable
              data-dragged={dragged === stop.id}
              onKeyDown={(event) => press(event, index)}
              onDragStart={(event) => {
                setDragged(stop.id);
                event.dataTransfer.effectAllowed = 'move';
                event.dataTransfer.setData('text/plain', String(stop.id));
              }}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                const from = stops.findIndex((one) => one.id === dragged);
                if (from !== -1 && from !== index) move(from, index, null);
              }}
              onDrop={(event) => event.preventDefault()}
              onDragEnd={() => setDragged(null)}
            >
              <span className="cad-stop-place">{index + 1}</span>
              <StopName stop={stop} words={words} scope={scope} />
              {words.tick !== undefined ? (
                <label className="cad-stop-tick">
                  <input
                    type="checkbox"
                    id={`${id}-tick`}
                    checked={stop.done}
                    onChange={(event) =>
                      onChange(
                        stops.map((one) =>
                          one.id === stop.id ? { ...one, done: event.target.checked } : one,
                        ),
                      )
                    }
                  />
                  {words.tickTitle}
                  <span className="cad-visually-hidden">, {label}</span>
                </label>
              ) : null}
              <span className="cad-stop-buttons">
                <button
                  type="button"
                  id={`${id}-up`}
                  className="cad-button"
                  title="Move up (Alt+Shift+↑)"
                  aria-label={`Move ${label} up`}
                  aria-keyshortcuts="Alt+Shift+ArrowUp"
                  aria-disabled={index === 0}
                  onClick={() => move(index, index - 1, `${id}-up`)}
                >
                  <Icon name="arrow-up" />
                </button>
                <button
                  type="button"
                  id={`${id}-down`}
                  className="cad-button"
                  title="Move down (Alt+Shift+↓)"
                  aria-label={`Move ${label} down`}
                  aria-keyshortcuts="Alt+Shift+ArrowDown"
                  aria-disabled={index === stops.length - 1}
                  onClick={() => move(index, index + 1, `${id}-down`)}
                >
                  <Icon name="arrow-down" />
                </button>
                <button
                  type="button"
                  id={`${id}-remove`}
                  className="cad-button"
                  title="Remove"
                  aria-label={`Remove ${label}`}
                  onClick={() => remove(index)}
                >
                  <Icon name="cross" />
                </button>
              </span>
            </li>
          );
        })}
      </ol>
      <span className="cad-visually-hidden" role="status">
        {told}
      </span>
    </>
  );
}

function StopName({
  stop,
  words,
  scope,
}: {
  readonly stop: Stop;
  readonly words: StopWords;
  readonly scope: Scope;
}): ReactNode {
  const mayOpen = useMayOpen();
  const plain = `${words.title} ${stop.id}`;
  if (stop.known === null) return <span className="cad-stop-name">{plain}</span>;
  const over: Scope = { ...scope, form: stop.known };
  const name = resolveText(words.text, over);
  const to = words.link === undefined ? null : resolveLink(words.link, over, mayOpen);
  return (
    <span className="cad-stop-name">
      {to === null ? plain : <Link to={to}>{plain}</Link>}
      {name === '' ? null : <span> {name}</span>}
    </span>
  );
}
