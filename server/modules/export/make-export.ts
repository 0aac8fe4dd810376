// Makes the file of an export: everything that it reads, writes and marks is one transaction, so that what is marked as sent
// is what stands in the file, and nothing is marked without it.
import { type Caller, whoOf } from '../../access/caller.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { officeDay } from '../../database/office-day.ts';
import type { ReadyExport } from '../../definitions/definitions.ts';
import { Problem } from '../../problem.ts';
import { followSaves } from '../../records/after-save.ts';
import { ownEntity, type RecordServer } from '../../records/served.ts';
import { tellMoves } from '../../records/tell.ts';
import type { DocumentMaker } from '../document/document-kind.ts';
import {
  askOf,
  demandDistricts,
  demandRight,
  type ExportRow,
  type ExportValues,
  exportRow,
  exportTypeOf,
} from './asked.ts';
import { type ItemMessage, ownHand, recordLine } from './export-lines.ts';
import { HeldLines } from './held-lines.ts';
import { holdItems, type Item, partsOf, sendItems } from './items.ts';
import { type Fate, keepFate } from './keep-fate.ts';
import { keepExport } from './kept-exports.ts';
import { changedPages, type MadePages, makePages } from './page-parts.ts';
import { handOf, type Kind, writtenFile } from './written-file.ts';

/** Milliseconds: a year's values of a whole office take minutes. */
const timeoutMs = 20 * 60_000;
const rowsAtOnce = 5_000;

export interface ExportWork {
  readonly report: (progress: number, message: string) => void;
  readonly signal: AbortSignal;
}

/** What was found before the whole was given up: told to people although nothing else is kept. */
class GivenUp extends Error {
  override readonly name = 'GivenUp';
  constructor(
    readonly problem: Problem,
    readonly messages: readonly ItemMessage[],
  ) {
    super(problem.message);
  }
}

interface Server extends RecordServer {
  readonly dataDir: string;
  readonly documents: DocumentMaker;
}

const noPages: MadePages = { pages: new Map(), messages: [] };

export async function makeExport(server: Server, caller: Caller, id: number, work: ExportWork) {
  const { database } = server;
  const begun = await database.read(whoOf(caller), {}, (client) => exportRow(client, id));
  // Only the telling of its end was lost: what is sent is not sent again.
  if (begun.state === 'READY') return;
  const type = exportTypeOf(server, begun.type);
  demandRight(caller, type);
  demandDistricts(caller, begun.districts);
  await announce(server, caller, id, 'PROCESSING');
  const entity = ownEntity(type.entity, server);
  const made = type.pages
    ? await makePages(server, type, entity, caller, begun, {
        signal: work.signal,
        report: (share, message) => work.report(55 * share, message),
      })
    : noPages;
  try {
    const followed = await database.write(
      whoOf(caller),
      (client) => inOne(server, caller, client, type, begun, made, work),
      { timeoutMs, dataset: begun.synthetic ? 'synthetic' : 'real' },
    );
    if (!followed) return;
    await followSaves(server, entity, followed.saved, caller);
    await tellMoves(server, entity, followed.told);
  } catch (error) {
    if (!(error instanceof GivenUp)) throw error;
    await database.write(whoOf(caller), (client) =>
      keepFate(client, begun, { items: [], messages: error.messages, entity: type.entity }, server),
    );
    throw error.problem;
  }
}

async function announce({ database }: Server, caller: Caller, id: number, state: string): Promise<void> {
  await database.write(whoOf(caller), (client) =>
    client.query(
      `update export_job set state = $2::text, started_at = coalesce(started_at, clock_timestamp())
       where id = $1::bigint and state not in ('READY', 'FAILED')`,
      [id, state],
    ),
  );
}

/** The kinds of line of a type: its own, or that of the import whose layout it writes. */
function contentOf({ records, layout, kind }: ReadyExport) {
  if (!layout || !kind) return { hand: ownHand, records };
  // Of a list the parts are bounded, not the whole.
  const columns = kind.columns.map((column) => ({
    ...column,
    most: column.type === 'list' ? null : column.most,
  }));
  return { hand: handOf(layout, kind), records: [{ record: null, sql: layout.sql, columns }] };
}

async function linesOf(
  client: DatabaseClient,
  type: ReadyExport,
  values: Omit<ExportValues, 'ids'>,
  items: readonly Item[],
  itemsAtOnce: number,
  { report, signal }: ExportWork,
): Promise<{ readonly kinds: readonly Kind[]; readonly messages: readonly ItemMessage[] }> {
  const messages: ItemMessage[] = [];
  const kinds: Kind[] = [];
  const { hand, records } = contentOf(type);
  const parts = partsOf(items, values.districts, itemsAtOnce);
  const asked = new Set(values.districts);
  for (const [i, record] of records.entries()) {
    const types = new Map(type.sql.get(record.sql)?.columns.map(({ name, type }) => [name, type]));
    const lines = new HeldLines(type.layout?.together);
    for (const [k, part] of parts.entries()) {
      const query = askOf(type, record.sql, { ...values, ...part });
      for await (const rows of client.batches(query.text, query.values, rowsAtOnce)) {
        signal.throwIfAborted();
        for (const row of rows) {
          const made = recordLine(record, hand, types, row);
          if (asked.has(made.line.district)) lines.push(made.line);
          messages.push(...made.messages);
        }
        const of = record.record === null ? '' : ` of record ${record.record}`;
        report(5 + (50 * (i + (k + 0.5) / parts.length)) / records.length, `${lines.length} lines${of}`);
      }
    }
    kinds.push({ record: record.record ?? '', lines });
  }
  return { kinds, messages };
}

async function inOne(
  server: Server,
  caller: Caller,
  client: DatabaseClient,
  type: ReadyExport,
  asked: ExportRow,
  { pages, messages: ofPages }: MadePages,
  work: ExportWork,
) {
  const { report, signal } = work;
  const entity = ownEntity(type.entity, server);
  const values = { districts: asked.districts, base_date: asked.base_date, export: asked.id };
  const held = await holdItems(client, type, entity, values);
  // What became ready while the pages were made goes with the next export.
  const items = type.pages ? held.filter(({ id }) => pages.has(id)) : held;
  if (items.length === 0)
    throw new Problem('refused', `${type.title}: nothing is ready in these districts any more.`);
  const ids = items.map(({ id }) => id);
  const { kinds, messages: ofLines } = await linesOf(
    client,
    type,
    values,
    items,
    server.config.exportItemsAtOnce,
    work,
  );
  const messages: ItemMessage[] = [...ofPages, ...ofLines];
  if (type.pages) messages.push(...(await changedPages(client, entity, items, pages)));
  await announce(server, caller, asked.id, 'VALIDATING');
  report(60, `Checking ${items.length} items`);
  messages.push(...(await checked(client, type, { ...values, ids })));
  const bad = new Set(messages.flatMap(({ severity, item }) => (severity === 'E' ? [item] : [])));
  await refuseErrors(client, type, items, bad, messages);
  signal.throwIfAborted();
  const good = items.filter((item) => !bad.has(item.id));
  const today = officeDay(server.now(), server.config.timeZone);
  const sent = await sendItems({ client, server, caller, entity }, type, { id: asked.id, today }, good, {
    signal,
    report: (share) =>
      report(65 + 25 * share, `${Math.round(share * good.length)} of ${good.length} items marked`),
  });
  for (const message of sent.refused) {
    messages.push(message);
    bad.add(message.item);
  }
  if (sent.refused.length > 0) await refuseErrors(client, type, items, bad, messages);
  report(92, 'Writing the file');
  const file = await writtenFile(client, server, type, asked, {
    kinds,
    pages,
    values: { ...values, ids },
    items,
    bad,
  });
  signal.throwIfAborted();
  const kept = await keepExport(server.dataDir, asked.id, file.bytes);
  const fate: Fate = {
    entity: type.entity,
    items: items.map((item) => ({ ...item, sent: !bad.has(item.id) })),
    messages,
    file: { filename: file.filename, ...kept, lines: file.lines },
  };
  await keepFate(client, asked, fate, server);
  return sent;
}

async function checked(
  client: DatabaseClient,
  type: ReadyExport,
  values: ExportValues,
): Promise<readonly ItemMessage[]> {
  if (type.checks === null) return [];
  const query = askOf(type, type.checks, values);
  const found: ItemMessage[] = [];
  for await (const rows of client.batches(query.text, query.values, rowsAtOnce))
    for (const row of rows)
      found.push({
        item: typeof row.item === 'number' ? row.item : null,
        district_code: String(row.district_code),
        severity: row.severity === 'W' ? 'W' : 'E',
        rule: String(row.rule),
        message: String(row.message),
      });
  return found;
}

/** Where nothing is left, or an error of one is to stop all, the whole is given up and its messages stay. */
async function refuseErrors(
  client: DatabaseClient,
  { title }: ReadyExport,
  items: readonly Item[],
  bad: ReadonlySet<number | null>,
  messages: readonly ItemMessage[],
): Promise<void> {
  // An error of a district, not of one of its items, leaves nothing that could be kept out.
  const whole = messages.find(({ severity, item }) => severity === 'E' && item === null);
  if (whole) throw new GivenUp(new Problem('refused', `${title}: ${whole.message}`), messages);
  const failing = items.filter(({ id }) => bad.has(id)).length;
  if (failing === 0) return;
  const said = failing === 1 ? 'One of them fails' : `${failing} of them fail`;
  if (failing === items.length)
    throw new GivenUp(
      new Problem('refused', `${title}: none of ${items.length} passes its checks. Nothing was sent.`),
      messages,
    );
  const { rows } = await client.query<{ fails: boolean }>(
    `select setting_flag('export.error.fails') as fails`,
  );
  if (rows[0]?.fails)
    throw new GivenUp(
      new Problem(
        'refused',
        `${title}: ${said} a check, and an error fails the whole export here. Nothing was sent.`,
      ),
      messages,
    );
}
