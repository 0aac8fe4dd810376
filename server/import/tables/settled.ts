import type { Entity } from '#src/core/entity.ts';
import { settledColumns } from '#src/core/link/link-imports.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { Proposal } from '../../records/bulk/proposal.ts';

/** A row of the SQL of a kind: lines of the file, and what is proposed of the record that they are about. */
export interface Settled {
  readonly lines: readonly number[];
  readonly district: string | null;
  /** Of a record that is there. */
  readonly id: number | null;
  readonly fate: SettledFate | null;
  readonly message: string | null;
  /** Fields in which the file differs, of a conflict. */
  readonly changes: readonly SettledChange[];
  /** Why the whole file is refused. */
  readonly refused: string | null;
  /** None where nothing is to be written. */
  readonly proposal: Proposal | null;
}

const fates = ['conflict', 'skipped', 'same'] as const;
type SettledFate = (typeof fates)[number];

export interface SettledChange {
  readonly field: string;
  readonly old_value: string | null;
  readonly new_value: string | null;
}

type Row = { readonly [column: string]: unknown };

export function settledOf(rows: readonly Row[], entity: Entity): readonly Settled[] {
  const created = new Set(
    Object.values(entity.fields).flatMap(({ id, write }) => (write === 'create' ? [id] : [])),
  );
  return rows.map((row): Settled => {
    const fate = fates.find((known) => known === row.fate) ?? null;
    const id = typeof row.id === 'number' ? row.id : null;
    return {
      lines: linesOf(row),
      district: text(row.district_code),
      id,
      fate,
      message: text(row.message),
      changes: changesOf(row.changes),
      refused: text(row.refused),
      proposal: fate === null ? proposalOf(row, id, created) : null,
    };
  });
}

function proposalOf(row: Row, id: number | null, created: ReadonlySet<string>): Proposal {
  const known: readonly string[] = settledColumns;
  const version = typeof row.version === 'number' ? row.version : null;
  // The district is a field of records that are made where it lies.
  const fields = Object.entries(row).filter(
    ([name]) => !known.includes(name) || (name === 'district_code' && created.has(name)),
  );
  if (id === null) return { does: 'create', id, version: null, values: Object.fromEntries(fields) };
  const move = text(row.move);
  if (move !== null) return { does: 'move', by: 'server', id, version, move };
  // What is written once is there already.
  const values = Object.fromEntries(fields.filter(([name]) => !created.has(name)));
  return { does: 'save', id, version, values };
}

function linesOf({ line, lines }: Row): readonly number[] {
  if (typeof line === 'number') return [line];
  return Array.isArray(lines) ? lines.filter((one): one is number => typeof one === 'number') : [];
}

const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null);

function changesOf(given: unknown): readonly SettledChange[] {
  if (!Array.isArray(given)) return [];
  return given.filter(isJsonObject).map((one) => ({
    field: String(one.field),
    old_value: text(one.old_value),
    new_value: text(one.new_value),
  }));
}
