import { useId, useState } from 'react';
import { useUsers } from '#src/render/users.ts';
import { useSession } from '#src/session/store.ts';
import { peopleNamed } from './users.ts';

/** Picks users by their names; the picked ones stay picked whatever the list is narrowed to. */
export function Recipients({
  picked,
  onPick,
  error,
}: {
  readonly picked: ReadonlySet<number>;
  readonly onPick: (picked: ReadonlySet<number>) => void;
  readonly error: string | null;
}) {
  const me = useSession((s) => s.user?.id ?? null);
  const { data, error: failed, mutate } = useUsers(true);
  const [words, setWords] = useState('');
  const [valuersOnly, setValuersOnly] = useState(false);
  const id = useId();
  const people = (data ?? []).filter((person) => person.id !== me);
  const shown = peopleNamed(people, words, valuersOnly);
  const toggle = (person: number) => {
    const next = new Set(picked);
    if (!next.delete(person)) next.add(person);
    onPick(next);
  };
  const names = people.filter((person) => picked.has(person.id)).map((person) => person.full_name);
  return (
    <fieldset className="cad-recipients" aria-describedby={error === null ? undefined : `${id}-error`}>
      <legend>To</legend>
      <div className="cad-recipients-tools">
        <input
          type="search"
          className="cad-input"
          aria-label="Find a person"
          placeholder="Find a person"
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <label className="cad-check">
          <input
            type="checkbox"
            checked={valuersOnly}
            onChange={(event) => setValuersOnly(event.target.checked)}
          />
          Valuers only
        </label>
      </div>
      <div className="cad-recipients-list">
        {failed ? (
          <p className="cad-panel-note" role="alert">
            The users could not be loaded.{' '}
            <button type="button" className="cad-button" onClick={() => void mutate()}>
              Try again
            </button>
          </p>
        ) : data === undefined ? (
          <p className="cad-panel-note cad-panel-late">Loading …</p>
        ) : shown.length === 0 ? (
          <p className="cad-panel-note">{people.length === 0 ? 'No items' : 'No matches'}</p>
        ) : (
          shown.map((person) => (
            <label key={person.id} className="cad-check">
              <input type="checkbox" checked={picked.has(person.id)} onChange={() => toggle(person.id)} />
              {person.full_name}
            </label>
          ))
        )}
      </div>
      <p className="cad-note" aria-live="polite">
        {names.length === 0 ? 'Nobody is picked.' : names.join(', ')}
      </p>
      {error === null ? null : (
        <p id={`${id}-error`} className="cad-field-problem" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
