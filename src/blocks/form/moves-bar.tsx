import { useEffect, useId, useRef } from 'react';
import { useStore } from 'zustand';
import { formatValue } from '#src/core/format.ts';
import type { Scope } from '#src/core/scope.ts';
import type { FormMove, FormMoves } from './definition.ts';
import { useForm } from './form-context.ts';
import type { Moves } from './use-moves.ts';

/** The state of the record, and the moves that lead on from it. */
export function MovesBar({
  life,
  moves,
  scope,
  elsewhere,
}: {
  readonly life: FormMoves;
  readonly moves: Moves;
  readonly scope: Pick<Scope, 'user' | 'perms'>;
  /** The record lies where the person may only search: nothing is offered. */
  readonly elsewhere: boolean;
}) {
  const { store, codes } = useForm();
  const id = useId();
  const group = useRef<HTMLDivElement>(null);
  const record = useStore(store, ({ initial }) => initial);
  const saving = useStore(store, (state) => state.saving);
  const dirty = useStore(store, () => store.isDirty());
  const state = String(record[life.field] ?? '');
  const label = formatValue('text', state, { codes: codes[life.codes] ?? null });
  const offered = elsewhere ? [] : movesFrom(life, state, scope.perms);
  const locked = isLocked(life, record);
  const { made, refused, running } = moves;
  // The button that was pressed is gone with the state that it left.
  useEffect(() => {
    if (made > 0) group.current?.focus();
  }, [made]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand in a row with its buttons
    <div ref={group} role="group" tabIndex={-1} className="cad-moves" aria-label={`${life.title}: ${label}`}>
      <span className="cad-moves-title">{life.title}</span>
      <span className="cad-state" role="status">
        {label}
      </span>
      {offered.map((move) => {
        const why = whyNot(move, record, scope);
        const off = why !== null || saving || running !== null;
        return (
          <span key={move.id} className="cad-move">
            <button
              type="button"
              className={`cad-button${move.tone === 'danger' ? ' cad-danger' : move.tone === null || move.tone === 'warning' ? '' : ' cad-primary'}`}
              data-tone={move.tone ?? undefined}
              aria-disabled={off}
              aria-busy={running === move.id}
              aria-describedby={why === null ? undefined : `${id}-${move.id}`}
              onClick={() => {
                if (!off) moves.move(move);
              }}
            >
              {running === move.id ? `${move.title}…` : move.title}
            </button>
            {why === null ? null : (
              <span id={`${id}-${move.id}`} className="cad-moves-why">
                {why}
              </span>
            )}
          </span>
        );
      })}
      {locked ? <span className="cad-moves-why">It cannot be changed while it is "{label}".</span> : null}
      {dirty && offered.length > 0 ? (
        <span className="cad-moves-why">What you typed stays, unsaved.</span>
      ) : null}
      {refused === null ? null : (
        <p className="cad-field-error cad-moves-refused" role="alert">
          {refused}
          {dirty ? ' It was asked of the record as it is saved.' : ''}
        </p>
      )}
    </div>
  );
}

/** Whether the record's state lets nobody change it. */
export function isLocked(life: FormMoves | null, record: { readonly [field: string]: unknown }): boolean {
  return life?.locked.includes(String(record[life.field] ?? '')) === true;
}

/** The moves that this person may make while the record is in this state. */
function movesFrom(
  { moves, update }: FormMoves,
  state: string,
  perms: readonly string[],
): readonly FormMove[] {
  if (update === null || !perms.includes(update)) return [];
  return moves.filter(({ from, needs }) => from.includes(state) && (needs === null || perms.includes(needs)));
}

/** Why a move that is there is not this person's to make; null when it is. */
function whyNot(
  { notBy }: FormMove,
  record: { readonly [field: string]: unknown },
  { user }: Pick<Scope, 'user'>,
): string | null {
  if (user === null || !notBy.some((field) => record[field] === user.id)) return null;
  return 'For somebody else to do: this record is yours.';
}
