// What a query says of the rows behind its figures: the records are known, every figure has its rows or says why not.
import type { LinkedFigures } from '../linked.ts';
import { baseName, under } from '../pointer.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type JsonObject } from '../values.ts';
import { entityOfList, type QueryFacts, type QueryFigures } from './catalog.ts';
import { routeShape } from './routes.ts';
import type { ScreenLinking } from './screen-linking.ts';

/** A report whose query answers groups of rows says which records they are of, or why nobody can open them. */
export function checkCounts(
  { file, figures, groups }: QueryFacts,
  given: JsonObject,
  pointer: string,
  screen: ScreenLinking,
): void {
  const place = under(pointer, 'noRows');
  if (figures && typeof given.noRows === 'string')
    screen.report({
      pointer: place,
      rule: 'figure-counts',
      message: `${baseName(file)} says what it counts, so its figures lead to rows. Give reasons column by column, or leave "noRows" out.`,
    });
  if (groups === undefined || given.noRows !== undefined) return;
  if (typeof screen.checked.json.group !== 'string') return;
  screen.findings.push({
    file,
    ...groups,
    severity: 'error',
    rule: 'figure-counts',
    message:
      'The figures of a report lead to the records behind them, and this query does not say which it counts. Write "-- counts: LIST by COLUMN" before its first word, or say in the source\'s "noRows" why there are none.',
    pointer: '',
  });
}

export function linkFigures(
  facts: QueryFacts,
  figures: QueryFigures,
  given: JsonObject,
  pointer: string,
  screen: ScreenLinking,
): LinkedFigures | null {
  const { counts, columns, unread } = figures;
  const report = (rule: string, message: string, suggestion?: string) =>
    screen.findings.push({
      file: facts.file,
      line: counts.line,
      column: 1,
      severity: 'error',
      rule,
      message,
      pointer: '',
      ...(suggestion === undefined ? {} : { suggestion }),
    });
  const entity = entityOfList(screen.catalog, counts.list);
  if (!entity) {
    const lists = [...screen.catalog.entities.values()].map(({ record }) => record.list);
    report('unknown-list', `No entity has the list "${counts.list}".`, suggest(counts.list, lists));
    return null;
  }
  const { record } = entity;
  const page = `/${record.prefix}/result/:id`;
  if (!screen.routes.some(({ pattern }) => routeShape(pattern) === routeShape(page)))
    report('figure-page', `No screen has the route ${page}, so rows of "${counts.list}" cannot be shown.`);
  if (figures.error !== undefined)
    report(
      'figure-rows',
      `The rows behind the figures cannot be asked for: ${figures.error}. They need the column "${counts.id}" in what the query groups.`,
    );
  const reasons = isJsonObject(given.noRows) ? given.noRows : {};
  const place = under(pointer, 'noRows');
  const known = [...Object.keys(columns), ...Object.keys(unread)];
  for (const name of Object.keys(reasons))
    screen.known(
      name,
      known,
      under(place, name),
      'unknown-column',
      `"${name}" is no figure of ${baseName(facts.file)}.`,
      true,
    );
  const reasonOf = (name: string) => (typeof reasons[name] === 'string' ? reasons[name] : undefined);
  const open = Object.keys(unread).find((name) => reasonOf(name) === undefined);
  if (open !== undefined)
    report(
      'figure-key',
      `The rows behind "${open}" cannot be told: ${unread[open]}. Return it as a column, or say in "noRows" why the figure leads nowhere.`,
    );
  return {
    list: counts.list,
    needs: record.permissions.view,
    prefix: record.prefix,
    singular: entity.singular ?? 'record',
    plural: entity.plural ?? 'records',
    about: figures.head,
    percentiles: figures.percentiles,
    own: figures.own,
    keys: figures.own ? [...new Set([counts.id, ...figures.keys])] : figures.keys,
    columns: Object.fromEntries(
      known.map((name) => {
        const why = reasonOf(name) ?? unread[name];
        const { adds = false, how = null } = columns[name] ?? {};
        return [name, { adds, how, ...(why === undefined ? {} : { why }) }];
      }),
    ),
  };
}
