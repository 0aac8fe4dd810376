// The bytes of an export, of whatever its type is made.

import type { ExportLayout, ImportKind } from '#src/core/link/catalog.ts';
import type { DatabaseClient } from '../../database/client.ts';
import type { ReadyExport } from '../../definitions/definitions.ts';
import type { RecordServer } from '../../records/served.ts';
import type { ExportRow, ExportValues } from './asked.ts';
import { type ExportFile, fileOf, type Part, zipOf } from './export-file.ts';
import { districtFile, type Hand, headedFile, lineOf } from './export-lines.ts';
import type { HeldLines } from './held-lines.ts';
import type { Item } from './items.ts';
import type { MadePage } from './page-parts.ts';
import { receivedParts } from './received-parts.ts';

/** Lines of one kind, in their order. */
export interface Kind {
  readonly record: string;
  readonly lines: HeldLines;
}

export interface Content {
  readonly kinds: readonly Kind[];
  readonly pages: ReadonlyMap<number, MadePage>;
  readonly values: ExportValues;
  readonly items: readonly Item[];
  /** Items that are kept out. */
  readonly bad: ReadonlySet<number | null>;
}

export type WrittenFile = ExportFile & { readonly lines: number };

export async function writtenFile(
  client: DatabaseClient,
  server: RecordServer,
  type: ReadyExport,
  asked: ExportRow,
  { kinds, pages, values, items, bad }: Content,
): Promise<WrittenFile> {
  if (type.pages) return pagesFile(type, asked, [...pages.values()], bad);
  if (type.received !== null) return receivedFile(client, type, asked, values);
  if (type.layout && type.kind) return layoutFile(type, type.layout, type.kind, asked, kinds, items, bad);
  return linesFile(client, server, type, asked, kinds, items, bad);
}

/** How a layout is written. */
export function handOf({ days, trailing }: ExportLayout, { delimiters }: ImportKind): Hand {
  return { delimiter: delimiters[0] ?? ',', days, trailing };
}

/** Whoever receives the layout of another office expects a ZIP, of one file too. */
async function layoutFile(
  type: ReadyExport,
  layout: ExportLayout,
  kind: ImportKind,
  asked: ExportRow,
  kinds: readonly Kind[],
  items: readonly Item[],
  bad: ReadonlySet<number | null>,
): Promise<WrittenFile> {
  const headings = lineOf(
    kind.columns.map(({ title }) => title),
    handOf(layout, kind),
  );
  const whole = wholeName(type, asked);
  const [lines] = kinds.map((kind) => kind.lines);
  const sent = new Set(items.flatMap(({ id, district }) => (bad.has(id) ? [] : [district])));
  const districts = layout.together ? [''] : asked.districts.filter((district) => sent.has(district));
  let count = 0;
  const parts = districts.map((district) => {
    const own = lines?.of(district, bad) ?? { count: 0, bytes: [] };
    count += own.count;
    const name = layout.together ? whole : districtName(type, asked, district);
    return { name: `${name}.csv`, bytes: headedFile(headings, own) };
  });
  return { ...(await zipOf(whole, parts)), lines: count + parts.length };
}

async function linesFile(
  client: DatabaseClient,
  { now, config }: RecordServer,
  type: ReadyExport,
  asked: ExportRow,
  kinds: readonly Kind[],
  items: readonly Item[],
  bad: ReadonlySet<number | null>,
): Promise<WrittenFile> {
  const { rows } = await client.query<{ at: string; office: string }>(
    `select to_char($1::timestamptz at time zone $2::text, 'YYYYMMDD HH24:MI') as at,
       coalesce((select s.value from sysparam s where s.company = 1 and s.name = 'COMPNAME'), '') as office`,
    [now().toISOString(), config.timeZone],
  );
  const { at = '', office = '' } = rows[0] ?? {};
  const number = `EXP-${asked.id}`;
  const baseDate = (asked.base_date ?? '').replaceAll('-', '');
  const head = { name: type.name, at, office, number, baseDate };
  const sent = new Set(items.flatMap(({ id, district }) => (bad.has(id) ? [] : [district])));
  let lines = 0;
  const parts = asked.districts
    .filter((district) => sent.has(district))
    .map((district) => {
      const own = kinds.map((kind) => ({ record: kind.record, lines: kind.lines.of(district, bad) }));
      lines += own.reduce((sum, kind) => sum + kind.lines.count, 2);
      return {
        name: `${districtName(type, asked, district)}.csv`,
        bytes: districtFile(head, district, own),
      };
    });
  return { ...(await fileOf(wholeName(type, asked), parts)), lines };
}

function districtName({ name }: ReadyExport, { id, base_date }: ExportRow, district: string): string {
  return [name, district, ...(base_date === null ? [] : [base_date.slice(0, 4)]), `EXP-${id}`].join('_');
}

function wholeName({ name }: ReadyExport, { id, base_date }: ExportRow): string {
  return [name, ...(base_date === null ? [] : [base_date.slice(0, 4)]), `EXP-${id}`].join('_');
}

async function pagesFile(
  type: ReadyExport,
  asked: ExportRow,
  pages: readonly (Item & Part)[],
  bad: ReadonlySet<number | null>,
): Promise<WrittenFile> {
  const parts = pages.filter(({ id }) => !bad.has(id));
  return { ...(await zipOf(wholeName(type, asked), parts)), lines: parts.length };
}

async function receivedFile(
  client: DatabaseClient,
  type: ReadyExport,
  asked: ExportRow,
  values: ExportValues,
): Promise<WrittenFile> {
  const { parts, lines } = await receivedParts(client, type, values);
  return { ...(await fileOf(wholeName(type, asked), parts)), lines };
}
