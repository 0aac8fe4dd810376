// The reports of a group by district, each with the source whose rows are counted.
import type { LinkedBlock, LinkedScreen } from '#src/core/linked.ts';
import { plainTitle } from '#src/core/page-address.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import type { ReadyScreen } from '../../definitions/definitions.ts';
import { maySee } from '../../definitions/manifest.ts';

export interface CountedReport {
  readonly id: string;
  readonly title: string;
  /** Changes with the definition. */
  readonly hash: string;
  readonly screen: LinkedScreen;
  /** The parameter of its address that is the district. */
  readonly district: string;
  readonly source: string;
  readonly severity: string | null;
}

/** The sources of the tables, however deep they stand, in the order of the page. */
function gridSources(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(gridSources);
  if (!isJsonObject(value)) return [];
  const { type, data } = value as Partial<LinkedBlock> & { readonly data?: unknown };
  if (type === 'grid') return typeof data === 'string' ? [data] : [];
  return Object.values(value).flatMap(gridSources);
}

function countedOf({ id, hash, screen, sql }: ReadyScreen, severity: string | null): CountedReport | null {
  const district = screen.params.find((param) => param.in === 'route' && param.entity === 'district');
  const sources = gridSources(screen.blocks).filter((source) => sql.has(source));
  const judged = sources.find((source) => sql.get(source)?.columns.some((column) => column.id === severity));
  const source = judged ?? sources[0];
  if (!district || source === undefined) return null;
  return {
    id,
    title: plainTitle(screen.title),
    hash,
    screen,
    district: district.id,
    source,
    severity: judged === undefined ? null : severity,
  };
}

/** Read from the definitions in force: a report that comes into the group is counted from then on. */
export function countedReports(
  group: string,
  severity: string | null,
  caller: Caller,
  context: Pick<Context, 'definitions'>,
): readonly CountedReport[] {
  return [...context.definitions.current().screens.values()]
    .filter((entry) => entry.screen.group === group && maySee(entry, caller))
    .map((entry) => countedOf(entry, severity))
    .filter((report) => report !== null)
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}
