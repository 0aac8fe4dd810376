import { type FormEvent, type ReactNode, useId, useState } from 'react';
import type { Row } from '#src/core/values.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { Icon } from '#src/render/icon.tsx';
import type { LinkedItinerary } from './link.ts';
import { StopList } from './stop-list.tsx';
import { type Edits, sentStops, stopsOf, typedIds } from './stops.ts';

/** One row: its name, its stops, and what is done with it. */
export function Round({
  itinerary,
  row,
  edits,
  onEdit,
  scope,
  text,
  act,
}: BlockProps & {
  readonly itinerary: LinkedItinerary;
  readonly row: Row;
  readonly edits: Edits | null;
  readonly onEdit: (edits: Edits | null) => void;
}): ReactNode {
  const { stop: words, most } = itinerary;
  const id = useId();
  // Under the heading of the block, where it has one.
  const Heading = itinerary.title === null ? 'h2' : 'h3';
  const [typed, setTyped] = useState('');
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const stored: Edits = {
    version: row[itinerary.version],
    heading: String(row[itinerary.heading] ?? ''),
    stops: stopsOf(row[itinerary.stops], words.id, words.tick),
  };
  const now = edits ?? stored;
  const change = (next: Partial<Edits>) => onEdit({ ...now, ...next });
  const done = now.stops.filter((stop) => stop.done).length;
  const line = text(itinerary.text, { row });

  const add = (event: FormEvent) => {
    event.preventDefault();
    const ids = typedIds(typed);
    if (ids === null)
      return setProblems([
        `"${typed}" is no ${words.title.toLowerCase()} id. Type a whole number, or several with commas.`,
      ]);
    const fresh = ids.filter((given) => !now.stops.some((stop) => stop.id === given));
    const twice = ids.filter((given) => !fresh.includes(given));
    if (now.stops.length + fresh.length > most) return setProblems([`${most} stops are the most.`]);
    setProblems(twice.map((given) => `${words.title} ${given} is in the list already.`));
    if (fresh.length > 0)
      change({ stops: [...now.stops, ...fresh.map((given) => ({ id: given, done: false, known: null }))] });
    setTyped('');
  };
  const save = async () => {
    setBusy(true);
    const outcome = await act(itinerary.save, {
      row: {
        ...row,
        [itinerary.heading]: now.heading,
        [itinerary.stops]: sentStops(now.stops, words.id, words.tick),
      },
    });
    setBusy(false);
    setProblems(outcome.done ? [] : (outcome.failure?.errors ?? []).map(({ message }) => message));
    if (outcome.done) onEdit(null);
  };

  return (
    <section className="cad-round" aria-labelledby={`${id}-name`} data-unsaved={edits !== null}>
      <div className="cad-round-head">
        <Heading id={`${id}-name`}>{stored.heading}</Heading>
        <span className="cad-round-count">
          {now.stops.length === 1 ? '1 stop' : `${now.stops.length} stops`}
          {words.tick !== undefined && now.stops.length > 0
            ? `, ${done} ${words.tickTitle.toLowerCase()}`
            : ''}
        </span>
        {itinerary.actions.map((action) => (
          <button
            key={action.id}
            type="button"
            className="cad-button"
            disabled={edits !== null}
            title={edits === null ? undefined : 'Save or discard the changes first'}
            aria-label={`${action.label}: ${stored.heading}`}
            onClick={() => void act(action.on, { row })}
          >
            {action.icon ? <Icon name={action.icon} /> : null} {action.label}
          </button>
        ))}
      </div>
      {line ? <p className="cad-round-text">{line}</p> : null}
      {edits !== null && edits.version !== stored.version ? (
        <p role="alert" className="cad-round-conflict">
          This was changed elsewhere since you began. Save puts yours over it; Discard shows what is stored.
        </p>
      ) : null}
      <label className="cad-round-name">
        Title
        <input
          type="text"
          value={now.heading}
          maxLength={200}
          onChange={(event) => change({ heading: event.target.value })}
        />
      </label>
      <StopList
        name={stored.heading}
        words={words}
        stops={now.stops}
        scope={scope}
        onChange={(stops) => change({ stops })}
      />
      <form className="cad-round-add" onSubmit={add}>
        <label>
          {words.title} id
          <input
            type="text"
            inputMode="numeric"
            value={typed}
            aria-invalid={problems.length > 0}
            aria-describedby={problems.length > 0 ? `${id}-problems` : undefined}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <button type="submit" className="cad-button">
          Add
        </button>
      </form>
      {problems.length > 0 ? (
        <div id={`${id}-problems`} role="alert" className="cad-round-problems">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
      ) : null}
      {edits !== null ? (
        <div className="cad-round-save">
          <button
            type="button"
            className="cad-button cad-primary"
            disabled={busy}
            aria-label={`Save: ${stored.heading}`}
            onClick={() => void save()}
          >
            Save
          </button>
          <button
            type="button"
            className="cad-button"
            disabled={busy}
            aria-label={`Discard: ${stored.heading}`}
            onClick={() => {
              setProblems([]);
              onEdit(null);
            }}
          >
            Discard
          </button>
          <span role="status">Not saved</span>
        </div>
      ) : null}
    </section>
  );
}
