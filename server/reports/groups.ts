import {
  type Columns,
  jsonValue,
  knownColumn,
  type PageColumn,
  type PageWish,
  quoted,
  sortedValue,
  totalledRows,
  totalsObject,
} from '../database/json-page.ts';
import { Problem } from '../problem.ts';

export const mostGroups = 10_000;
const mostLevels = 5;
const groupable: ReadonlySet<string> = new Set(['text', 'integer', 'number', 'date', 'datetime', 'boolean']);

interface Level {
  readonly name: string;
  /** What it is sorted by. */
  readonly sorted: string;
  readonly json: string;
  readonly descending: boolean;
}

/** A column whose values can be told apart. */
export function groupableColumn(columns: Columns, id: string, pointer: string): PageColumn {
  const column = knownColumn(columns, id, pointer);
  if (groupable.has(column.type)) return column;
  throw new Problem('invalid-request', `Rows cannot be grouped by "${id}".`, {
    errors: [{ pointer, message: `A column of type ${column.type} has no groups.` }],
  });
}

/** The columns to group by, outermost first; a sort over one of them turns its groups round. */
function levelsOf(columns: Columns, group: readonly string[], sort: readonly string[]): readonly Level[] {
  if (group.length > mostLevels || new Set(group).size !== group.length)
    throw new Problem('invalid-request', `Rows are grouped by at most ${mostLevels} different columns.`, {
      errors: [{ pointer: '/group', message: `Name at most ${mostLevels} columns, each once.` }],
    });
  return group.map((id, i) => {
    const column = groupableColumn(columns, id, `/group/${i}`);
    return {
      name: quoted(id),
      sorted: sortedValue(column),
      json: jsonValue(column),
      descending: sort.includes(`-${id}`),
    };
  });
}

/**
 * Groups of every level with their counts and subtotals as JSON text, each before those within it, in the very order
 * that `groupedSort` gives their rows: so a group's first row has a known place. One too many tells of the limit.
 */
export function groupsSelect(columns: Columns, wish: PageWish, bind: (value: unknown) => string): string {
  const levels = levelsOf(columns, wish.group, wish.sort);
  const names = levels.map(({ name }) => name).join(', ');
  const order = levels.map(({ name, sorted, descending }, i) => {
    const parentFirst = i === 0 ? '' : `grouping(${name}) desc, `;
    return `${parentFirst}${sorted}${descending ? ' desc' : ''} nulls last`;
  });
  const level = `${levels.length} - (${levels.map(({ name }) => `grouping(${name})`).join(' + ')})`;
  const groups = { level, names: levels.map(({ name }) => name) };
  const totals =
    Object.keys(wish.totals).length === 0 ? `'{}'::json` : totalsObject(columns, wish.totals, bind, groups);
  const values = levels.map(({ json }) => json).join(', ');
  return `select coalesce(json_agg(e.entry), '[]')::text as entries, count(*)::integer as n from (
      select json_build_object('level', ${level}, 'values', json_build_array(${values}),
        'count', count(*), 'totals', ${totals}) as entry
      from ${totalledRows(columns, wish.totals, groups)} group by rollup(${names}) having grouping(${levels[0]?.name}) = 0
      order by ${order.join(', ')} limit ${mostGroups + 1}) e`;
}

/** Refuses what no reader could look through, rather than leave groups out. */
export function checkGroups(groups: number): void {
  if (groups <= mostGroups) return;
  throw new Problem(
    'invalid-request',
    `These are more than ${mostGroups.toLocaleString('en-AU')} groups. Group by columns with fewer values, or narrow the filters.`,
    { errors: [{ pointer: '/group', message: 'Too many groups.' }] },
  );
}
