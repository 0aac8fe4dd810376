// Every list on an office of 200,000 properties: first, middle and last pages, its sorts, its find box, and a search by
// every field, each as a page of 200 rows with the count of all. Quick search and pickers besides.

import { type Caller, whoOf } from '#server/access/caller.ts';
import type { Context } from '#server/context.ts';
import { propertiesByDistrict } from '#server/database/district-sizes.ts';
import { codeOf } from '#server/database/errors.ts';
import { quoted } from '#server/database/json-page.ts';
import { lookUp } from '#server/records/lookup.ts';
import { quickByWords, quickEntities } from '#server/records/quick-search.ts';
import { dataThere } from '#server/reports/dataset.ts';
import { listSource } from '#server/reports/list-source.ts';
import { runPages } from '#server/reports/run.ts';
import type { Criterion, Entity, EntityField } from '#src/core/entity.ts';
import type { SearchOperator } from '#src/core/operators.ts';
import { awayField, placeField, withinText } from '#src/core/place.ts';
import type { TestServerInfo } from '#tests/support/database-server.ts';
import { ofState, onLargeOffice } from './large-office.ts';
import type { BenchLine } from './line.ts';

const repeats = 3;
const pageRows = 200;

/** What takes longer is asked once. */
const long = 3_000;

/** Milliseconds that the first page of a search and its count may take, and any page. */
const allowed = { first: ofState ? 300 : 150, any: 500 } as const;

/** After 30 s, or with more than a gigabyte of temporary files. */
const givenUp: ReadonlySet<string> = new Set(['57014', '53400']);

/** The quickest of some rounds, which others on the machine slow least; infinite where the database gave up. */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  try {
    for (let round = 0; round <= repeats; round++) {
      const start = performance.now();
      await work();
      const took = performance.now() - start;
      times.push(took);
      if (took > long) break;
    }
  } catch (error) {
    if (!givenUp.has(codeOf(error) ?? '')) throw error;
    return Number.POSITIVE_INFINITY;
  }
  return Math.min(...times);
}

const inWords = (ms: number) => (Number.isFinite(ms) ? `${ms.toFixed(0)} ms` : 'given up');

interface Wish {
  readonly criteria?: readonly Criterion[];
  readonly sort?: readonly string[];
  readonly offset?: number;
  readonly find?: string;
}

async function page(context: Context, entity: Entity, caller: Caller, wish: Wish): Promise<number> {
  const source = await listSource(entity, wish.criteria ?? [], caller, 'both', context);
  const { sort = [], offset = 0, find = '' } = wish;
  const asked = { sort, offset, limit: pageRows, find, totals: {}, group: [] };
  const { text } = await runPages(source, [asked], null, caller, context);
  return Number(/"total":(\d+)/.exec(text)?.[1] ?? 0);
}

/** A value as it occurs: that of the row in the middle of those that have one. */
async function sampleOf(context: Context, { record }: Entity, field: EntityField): Promise<unknown> {
  const name = quoted(field.id);
  const shown = field.type === 'date' ? `${name}::text` : name;
  const { rows } = await context.database.owner((client) =>
    client.query<{ value: unknown }>(
      `select ${field.format === 'richText' ? `rich_text_plain(${name})` : shown} as value
       from (select * from ${quoted(record.view)} order by id offset 5000 limit 2000) v where ${name} is not null limit 1`,
    ),
  );
  return rows[0]?.value ?? null;
}

/** The place of a record that has one. */
async function placeIn(context: Context, { record, position }: Entity) {
  if (!position) return null;
  const [lat, lon] = [quoted(position.lat), quoted(position.lon)];
  const { rows } = await context.database.owner((client) =>
    client.query<{ lat: number; lon: number }>(
      `select ${lat} as lat, ${lon} as lon from ${quoted(record.view)} where ${lat} is not null order by id offset 5000 limit 1`,
    ),
  );
  return rows[0] ?? null;
}

function criterionOf(field: EntityField, op: SearchOperator, value: unknown): Criterion | null {
  const fld = field.id;
  if (op === 'empty' || op === 'notempty') return { fld, op };
  if (value === null) return null;
  if (op === 'between') return { fld, op, val: [value, value] };
  if (op === 'oneof' || op === 'notoneof') return { fld, op, val: [value] };
  if (op === 'contains') return { fld, op, val: String(value).slice(2, 12) || String(value) };
  if (op === 'starts') return { fld, op, val: String(value).slice(0, 6) };
  if (op === 'ends') return { fld, op, val: String(value).slice(-6) };
  return { fld, op, val: value };
}

/** What a search by a field is judged by: how it narrows. The others look at nearly all rows in any case. */
const judged: readonly SearchOperator[] = ['eq', 'contains', 'starts', 'ends', 'between', 'oneof'];

/** Texts that people sort by and that no index of the database puts in their order. */
const naturalTexts = ({ lookup, fields }: Entity): readonly string[] =>
  (lookup?.show ?? []).filter((id) => {
    const field = fields[id];
    return field?.type === 'text' && field.order !== 'plain' && !field.codes;
  });

async function linesOf(
  context: Context,
  entity: Entity,
  caller: Caller,
  late: string[],
): Promise<readonly BenchLine[]> {
  const lines: BenchLine[] = [];
  const told = async (what: string, budget: string, wish: Wish) => {
    let total = 0;
    const ms = await timed(async () => {
      total = await page(context, entity, caller, wish);
    });
    const measured = `${inWords(ms)}, ${total.toLocaleString('en-AU')} found`;
    if (ms > (wish.offset === undefined ? allowed.first : allowed.any))
      late.push(`${entity.record.list}: ${what} ${inWords(ms)}`);
    process.stdout.write(`  ${entity.record.list}: ${what}  ${measured}\n`);
    lines.push({ what: `${entity.record.list}: ${what}`, measured, budget });
    return total;
  };
  const total = await told('all, first page', '', {});
  if (total < 1_000) return lines;
  await told('all, page in the middle', '', { offset: Math.floor(total / 2) });
  await told('all, last page', '', { offset: Math.max(0, total - pageRows) });
  for (const { sort, title } of entity.views ?? [])
    if (sort && sort.length > 0) {
      await told(`sorted as in "${title}" (${sort.join(', ')})`, '', { sort });
      await told(`the same, in the middle`, '', { sort, offset: Math.floor(total / 2) });
    }
  for (const field of naturalTexts(entity)) {
    await told(`sorted by ${field}, numbers within it as numbers`, '', { sort: [field] });
    await told('the same, in the middle', '', { sort: [field], offset: Math.floor(total / 2) });
  }
  await told('find "GEORGE" in all', '', { find: 'GEORGE' });
  const place = await placeIn(context, entity);
  for (const metres of place ? [500, 2_000] : []) {
    const criteria: readonly Criterion[] = [
      { fld: placeField, op: 'within', val: { ...place, metres, of: 'a record' } },
    ];
    await told(withinText(metres), '', { criteria, sort: [awayField.id] });
  }
  for (const field of Object.values(entity.fields)) {
    const value = field.search.length > 0 ? await sampleOf(context, entity, field) : null;
    for (const op of judged.filter((one) => field.search.includes(one))) {
      const criterion = criterionOf(field, op, value);
      if (criterion) await told(`${field.id} ${op} ${String(criterion.val)}`, '', { criteria: [criterion] });
    }
  }
  return lines;
}

async function wordLines(context: Context, caller: Caller): Promise<readonly BenchLine[]> {
  const { entities, codes } = context.definitions.current();
  const { rows } = await context.database.owner((client) =>
    client.query<{ address: string; street_name: string }>(
      'select address, street_name from property order by id offset 5000 limit 1',
    ),
  );
  const { address = '', street_name: street = '' } = rows[0] ?? {};
  const lines: BenchLine[] = [];
  for (const term of [address, `12 ${street}`, street.split(' ')[0] ?? '', '12', 'ST NSW', 'ZZZZZ']) {
    const words = term.split(/[\s,]+/).filter((word) => word !== '');
    const quick = await timed(() =>
      context.database.read(whoOf(caller), {}, (client) =>
        quickByWords(client, quickEntities(entities.values(), caller), words, caller),
      ),
    );
    lines.push({ what: `quick search "${term}"`, measured: inWords(quick), budget: '' });
    for (const list of ['properties', 'sales']) {
      const entity = context.definitions.entityOfList(list);
      if (!entity) continue;
      const looked = await timed(() =>
        context.database.read(whoOf(caller), {}, (client) =>
          lookUp(client, entity, caller, { text: term, limit: 20 }, codes),
        ),
      );
      lines.push({ what: `picker of ${list} "${term}"`, measured: inWords(looked), budget: '' });
    }
  }
  return lines;
}

/** What is asked of the sales before anybody sees a page: the years that there are any of. */
async function signInLines(context: Context, caller: Caller, late: string[]): Promise<readonly BenchLine[]> {
  const districts = [...(await propertiesByDistrict(context.database)).keys()].slice(0, 2);
  const lines: BenchLine[] = [];
  // What was read is remembered for some seconds.
  let at = Date.now();
  for (const [whose, own] of [
    ['all districts', caller],
    ['two districts', { ...caller, districts }],
  ] as const) {
    const ms = await timed(async () => {
      at += 60_000;
      await dataThere(own, context.database, new Date(at));
    });
    if (ms > allowed.first) late.push(`sign-in: years of ${whose} ${inWords(ms)}`);
    lines.push({ what: `sign-in: years of ${whose}`, measured: inWords(ms), budget: '' });
  }
  return lines;
}

async function measured(
  context: Context,
  caller: Caller,
  named: ReadonlySet<string>,
): Promise<readonly BenchLine[]> {
  const lines: BenchLine[] = [];
  const late: string[] = [];
  for (const entity of context.definitions.current().entities.values())
    if (!entity.record.own && (named.size === 0 || named.has(`lists/${entity.record.list}`)))
      lines.push(...(await linesOf(context, entity, caller, late)));
  lines.push(...(await signInLines(context, caller, late)), ...(await wordLines(context, caller)), {
    what: `Searches beyond ${allowed.first} ms for the first page, or ${allowed.any} ms for another`,
    measured: late.length === 0 ? 'none' : late.join('; '),
    budget: 'none',
  });
  return lines;
}

/** Named are lists as `lists/sales`; all where none is. */
export const benchLists = (
  server: TestServerInfo,
  named: ReadonlySet<string>,
): Promise<readonly BenchLine[]> =>
  onLargeOffice(server, (context, caller) => measured(context, caller, named));
