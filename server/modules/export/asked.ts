// What operations and jobs of exports ask alike.
import { type Caller, worksIn } from '../../access/caller.ts';
import { may } from '../../access/permissions.ts';
import type { DatabaseClient } from '../../database/client.ts';
import type { ReadyExport } from '../../definitions/definitions.ts';
import { found, Problem } from '../../problem.ts';
import type { RecordServer } from '../../records/served.ts';

export const EXPORT = 'export';
export const exportRight = 'trxeU';

export function exportTypeOf({ definitions }: Pick<RecordServer, 'definitions'>, id: string): ReadyExport {
  const type = definitions.current().exports.get(id);
  if (!type) throw new Problem('not-found', `There is no export "${id.slice(0, 40)}".`);
  return type;
}

/** The rights to make, or to fetch, a file of a type. */
export function demandRight(caller: Caller, { title, needs }: Pick<ReadyExport, 'title' | 'needs'>): void {
  if (may(caller, exportRight) && (needs === null || may(caller, needs))) return;
  throw new Problem('not-allowed', `You may not export: ${title}. Ask an administrator for the permission.`);
}

export function demandDistricts(caller: Caller, districts: readonly string[]): void {
  const foreign = districts.flatMap((code, i) =>
    worksIn(caller, code)
      ? []
      : [{ pointer: `/districts/${i}`, message: `You do not work in district ${code}.` }],
  );
  if (foreign.length > 0)
    throw new Problem('not-allowed', `${foreign[0]?.message} Nothing was exported.`, { errors: foreign });
}

export interface ExportValues {
  readonly districts: readonly string[];
  readonly base_date: string | null;
  readonly ids: readonly number[] | null;
  readonly export: number | null;
}

/** One of the queries of a type, with its values in their places. */
export function askOf(
  type: ReadyExport,
  name: string,
  values: ExportValues,
): { readonly text: string; readonly values: readonly unknown[] } {
  const query = type.sql.get(name);
  if (!query) throw new Error(`Export "${type.id}" has no query "${name}".`);
  const known: { readonly [name: string]: unknown } = { ...values, base: values.base_date };
  return { text: query.sql.text, values: query.sql.names.map((one) => known[one] ?? null) };
}

export async function baseDateOf(type: Pick<ReadyExport, 'year'>, client: DatabaseClient) {
  if (!type.year) return null;
  const { rows } = await client.query<{ on_date: string | null }>('select future_base_date() as on_date');
  const on = rows[0]?.on_date ?? null;
  if (on === null)
    throw new Problem('refused', 'The office has no base date yet. Set it among the system parameters.');
  return on;
}

export interface ExportRow {
  readonly id: number;
  readonly type: string;
  readonly districts: readonly string[];
  readonly base_date: string | null;
  readonly state: 'QUEUED' | 'PROCESSING' | 'VALIDATING' | 'READY' | 'FAILED';
  readonly filename: string | null;
  readonly job_id: number | null;
  readonly synthetic: boolean;
  readonly archived: boolean;
  readonly [column: string]: unknown;
}

/** An export that the caller sees: all of its districts are theirs to see. */
export async function exportRow(client: DatabaseClient, id: number): Promise<ExportRow> {
  const { rows } = await client.query<ExportRow>(
    `select id, type, districts::text[] as districts, base_date, state, filename, job_id, synthetic, archived
     from export_job where id = $1::bigint`,
    [id],
  );
  return found(rows[0]);
}
