// The year's documents: pages on paper, from a database that holds what a valuation file holds and nothing else.
import { isJsonObject } from '#src/core/values.ts';
import type { Caller } from '../../access/caller.ts';
import { permissions } from '../../access/permissions.ts';
import type { Context } from '../../context.ts';
import type { Database } from '../../database/open-database.ts';
import { everywhere } from '../../database/transaction.ts';
import { Problem } from '../../problem.ts';
import type { Turn } from '../../reports/document/turn.ts';
import { databaseFault } from '../../reports/fault.ts';
import { makeDocument } from '../document/paper-server.ts';
import type { DocumentPlan } from './contents.ts';
import { type Manifest, type YearDocument, yearOf } from './manifest.ts';

export type YearHead = Pick<Manifest, 'base_date' | 'dataset' | 'as_at' | 'product'>;

/** Nobody in particular reads them: they are the same whoever asks. */
export function readerOf(head: YearHead): Caller {
  return {
    id: 0,
    username: 'valuation-file',
    full_name: `Valuation file ${yearOf(head)}`,
    sessionId: '',
    roles: [],
    perms: new Set(Object.keys(permissions)),
    districts: '*',
    workDistricts: '*',
    permissionVersion: '',
  };
}

/** A server whose clock stands at the last change of the data, and whose office is the file's. */
export function serverOf(head: YearHead, database: Database, context: Context): Context {
  const at = new Date(head.as_at);
  const { name, time_zone } = head.product;
  return {
    ...context,
    database,
    now: () => at,
    config: { ...context.config, product: name, timeZone: time_zone },
  };
}

interface Place {
  readonly district: string;
  readonly component: string;
  readonly [column: string]: unknown;
}

const placesOf: { readonly [each: string]: string } = {
  district: `select d.code::text as district, '' as component from district d
    where exists (select from property p where p.district_code = d.code) and $1::date is not null order by 1`,
  component: `select y.district_code::text as district, y.component_code::text as component from component_year y
    where y.base_date = $1::date and y.report_status = 'DONE' order by 1, 2`,
};

const safe = (text: string) => text.replace(/[^\w-]+/g, '_');

/** What the year has on paper, in its order; a page that there is not has none. */
export async function plannedDocuments(
  plans: readonly DocumentPlan[],
  head: YearHead,
  server: Context,
): Promise<readonly YearDocument[]> {
  const documents: YearDocument[] = [];
  for (const { screen, each, params } of plans) {
    if (!server.definitions.current().screens.has(screen)) continue;
    const { rows } = await server.database.read(everywhere, { dataset: 'both' }, (client) =>
      client.query<Place>(placesOf[each] ?? '', [head.base_date]),
    );
    for (const { district, component } of rows) {
      const said: { readonly [name: string]: string | number } = { district, component, year: yearOf(head) };
      const filled = Object.entries(params).map(([name, text]) => {
        const [, whole = ''] = /^\{(\w+)\}$/.exec(text) ?? [];
        // What is one word alone keeps its type: a year is a number.
        return [
          name,
          said[whole] ?? text.replace(/\{(\w+)\}/g, (_, word: string) => String(said[word] ?? '')),
        ];
      });
      const name = [screen.replaceAll('/', '-'), district, component].filter((part) => part !== '');
      documents.push({ name: `${name.map(safe).join('-')}.pdf`, screen, params: Object.fromEntries(filled) });
    }
  }
  return documents;
}

/** The bytes of one, or why there is none. */
export async function documentOf(
  { screen, params }: YearDocument,
  head: YearHead,
  server: Context,
  turn?: Turn,
): Promise<Buffer | string> {
  const caller = readerOf(head);
  const ready = server.definitions.current().screens.get(screen);
  const dataset = ready?.screen.dataset ? { dataset: head.dataset } : {};
  const made = async () => {
    try {
      return (await makeDocument({ screen, params, ...dataset }, 'pdf', caller, server, turn)).bytes;
    } catch (error) {
      return databaseFault(error, { screen, source: 'document' }, caller, server.log);
    }
  };
  const first = await made();
  // A machine that stands still for a moment, or a lock, must not leave the year without it.
  const last = first instanceof Problem && first.code === 'query-too-long' ? await made() : first;
  if (Buffer.isBuffer(last)) return last;
  if (last instanceof Problem && last.status < 500) return last.message;
  throw last;
}

/** The day of the office in what the database computes. */
export async function stopClock(database: Database, place: string, head: YearHead): Promise<void> {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: head.product.time_zone }).format(
    new Date(head.as_at),
  );
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) throw new Error(`"${day}" is no day.`);
  await database.connection(
    (client) =>
      client.query(
        `create or replace function office_today() returns date language sql stable return date '${day}'`,
      ),
    place,
  );
}

export function isYearDocument(value: unknown): value is YearDocument {
  return isJsonObject(value) && typeof value.name === 'string' && typeof value.screen === 'string';
}
