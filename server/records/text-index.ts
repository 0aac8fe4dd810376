// Texts are found by their index before row security judges them (docs/decisions/0105): the database answers the numbers
// of the rows that may be meant, and the statement that asks narrows by them and compares again.
import type { Criterion, Entity, EntityField } from '#src/core/entity.ts';
import type { DatabaseClient } from '../database/client.ts';
import { quoted } from '../database/json-page.ts';
import { scalarOf } from './formats/formats.ts';
import { joined } from './record-fields.ts';

/** Rows that may be meant: the column of the view that names them, and their numbers as an array's text. */
export interface Narrowed {
  readonly key: string;
  readonly ids: string;
  readonly count: number;
}

/** Beyond this many a look through the rows is no slower. */
export const mostNarrowed = 10_000;

/** So many are put in the order of how well they meet a person's words. */
const mostRanked = 5_000;

/** A text as a pattern that means its letters. */
export function likeText(text: unknown): string {
  return String(text).replace(/[\\%_]/g, '\\$&');
}

/** The condition that a statement over the list's view puts first. */
export function narrowing({ key, ids }: Narrowed, bind: (value: unknown) => string): string {
  return `${quoted(key)} = any(${bind(ids)}::bigint[])`;
}

/** The rows of a list whose field matches all patterns; null where no index serves or too many are found. */
export async function rowsWithText(
  client: DatabaseClient,
  { record }: Entity,
  field: string,
  patterns: readonly string[],
  { exact = false, most = mostNarrowed }: { readonly exact?: boolean; readonly most?: number } = {},
): Promise<Narrowed | null> {
  if (patterns.length === 0) return null;
  const { rows } = await client.query<{ key: string; ids: string; count: number }>(
    `select key, ids::text as ids, cardinality(ids) as count
     from rows_with_text($1::text, $2::text, $3::text[], $4::boolean, $5::integer)`,
    [record.view, field, patterns, exact, most],
  );
  return rows[0] ?? null;
}

/** What a criterion asks of a text, as a pattern that also a column with further text around it meets. */
function patternOf({ op, val }: Criterion, field: EntityField | undefined): string | null {
  if (!field || scalarOf(field).column !== 'text' || field.format === 'richText') return null;
  if (op !== 'contains' && op !== 'starts' && op !== 'ends' && !(op === 'eq' && isFreeText(field)))
    return null;
  // The column around it is trimmed, and so is each part of it.
  if (typeof val !== 'string' || /^[\s,]|[\s,]$/.test(val)) return null;
  return `%${likeText(val)}%`;
}

/** A text that people type, in whatever case: no code. */
export function isFreeText(field: EntityField): boolean {
  return scalarOf(field).column === 'text' && field.codes === null && field.list === null;
}

/** The smallest set of rows that the texts asked for leave; null where no index narrows. */
export async function narrowedBy(
  client: DatabaseClient,
  entity: Entity,
  criteria: readonly Criterion[],
): Promise<Narrowed | null> {
  let least: Narrowed | null = null;
  for (const criterion of criteria) {
    const { fld, op } = criterion;
    const pattern = patternOf(criterion, entity.fields[fld]);
    if (pattern === null) continue;
    const found = await rowsWithText(client, entity, fld, [pattern], { exact: op === 'eq' });
    if (found && (least === null || found.count < least.count)) least = found;
  }
  return least;
}

/** True where `narrowedBy` has anything to ask. */
export function asksText(entity: Entity, criteria: readonly Criterion[]): boolean {
  return criteria.some((criterion) => patternOf(criterion, entity.fields[criterion.fld]) !== null);
}

/**
 * The condition that all words stand in these fields of a row of the list's view. Where an index finds them they are
 * all looked at; else those that begin with the words as they were typed, and so many more.
 */
export async function wordsStandIn(
  client: DatabaseClient,
  entity: Entity,
  fields: readonly EntityField[],
  words: readonly string[],
  bind: (value: unknown) => string,
): Promise<string> {
  const [field] = fields;
  if (!field || words.length === 0) return 'false';
  const patterns = words.map((word) => `%${likeText(word)}%`);
  const matches = `${joined(fields)} ilike all(${bind(patterns)}::text[])`;
  const rows = (asked: readonly string[]) =>
    fields.length === 1 ? rowsWithText(client, entity, field.id, asked) : null;
  const all = await rows(patterns);
  if (all) return `${narrowing(all, bind)} and ${matches}`;
  const beginning = await rows([`${words.map(likeText).join('%')}%`]);
  const some = `"id" = any(array(select "id" from ${quoted(entity.record.view)} where ${matches} limit ${mostRanked}))`;
  return `${beginning ? `(${narrowing(beginning, bind)} or ${some})` : some} and ${matches}`;
}
