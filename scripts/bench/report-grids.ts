// What the reports of an office ask and hand over: their sources, and the tables that are exported.
import type { Context } from '#server/context.ts';
import type { ReadyScreen } from '#server/definitions/definitions.ts';
import type { ParamValues } from '#server/reports/bind-params.ts';
import { inForce } from '#server/reports/document/gather.ts';
import type { Scope } from '#src/core/scope.ts';
import { isJsonObject } from '#src/core/values.ts';

/** A table of a page that is exported. */
export interface ReportGrid {
  readonly block: string;
  readonly source: string;
  /** Columns of the file; none for those that the query answers. */
  readonly columns: readonly string[];
}

/** The reports that have queries; of `pages` only those where any are named. */
export function reportsOf({ definitions }: Context, pages: ReadonlySet<string>): readonly ReadyScreen[] {
  return [...definitions.current().screens.values()]
    .filter(({ id, sql }) => id.startsWith('report/') && sql.size > 0 && (pages.size === 0 || pages.has(id)))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** The parameter by which a page is of a district; pages of a region or of all have none. */
export const placeOf = ({ screen }: ReadyScreen) =>
  screen.params.find((param) => param.entity === 'district' && param.in === 'route') ??
  screen.params.find((param) => param.entity === 'district');

/** A page's parameters for a district, or "all", with what it has by itself. */
export function paramsFor(report: ReadyScreen, district: string, scope: Scope): ParamValues {
  const { screen } = report;
  const place = placeOf(report);
  return inForce(screen, place ? { [place.id]: district } : {}, scope);
}

/** The exported tables of a page, however deep they stand; those with columns that the rows make are left out. */
export function gridsOf(value: unknown): readonly ReportGrid[] {
  if (Array.isArray(value)) return value.flatMap(gridsOf);
  if (!isJsonObject(value)) return [];
  const { type, id, data, columns } = value;
  if (type !== 'grid') return Object.values(value).flatMap(gridsOf);
  if (value.export !== true || isJsonObject(value.columnsFrom)) return [];
  const ids = (Array.isArray(columns) ? columns : []).flatMap((column) =>
    isJsonObject(column) && typeof column.id === 'string' ? [column.id] : [],
  );
  return [{ block: String(id), source: String(data), columns: ids }];
}

/** The districts, that with the most properties first. */
export async function districtsBySize({ database }: Context): Promise<readonly string[]> {
  const { rows } = await database.owner((client) =>
    client.query<{ code: string }>(
      'select district_code as code from property group by 1 order by count(*) desc, 1',
    ),
  );
  return rows.map(({ code }) => code);
}

export async function largestDistrict(context: Context): Promise<string> {
  return (await districtsBySize(context))[0] ?? 'all';
}
