// What is wrong with the figures of a report that no rule of the checker sees: the query ran, and says too little.
import { isLinkedGrid } from '#src/blocks/grid/definition.ts';
import type { LinkedBlock, LinkedScreen } from '#src/core/linked.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { TestServer } from '#tests/support/http.ts';

/** Blocks wherever they stand: in tabs, sections, dialogs. */
export function blocksOf(screen: LinkedScreen): readonly LinkedBlock[] {
  const found: LinkedBlock[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) walk(one);
    else if (isJsonObject(value)) {
      if (typeof value.type === 'string' && typeof value.id === 'string')
        found.push(value as unknown as LinkedBlock);
      for (const inner of Object.values(value)) walk(inner);
    }
  };
  walk(screen.blocks);
  return found;
}

/** Parameters of a page that one of its queries has no use for, by page and source. */
export const withoutUse: { readonly [source: string]: readonly string[] } = {
  // How often the study is drawn anew, and neither rows nor places are; only places have cells.
  'report/salesratio study': ['cell'],
  'report/salesratio rows': ['resamples', 'cell'],
  'report/salesratio places': ['resamples'],
  'report/salesratio placed': ['resamples'],
  // What somebody accepted as a pair stands whatever the year; its dates narrow it.
  'report/pairedsales rows': ['year'],
  'report/pairedsales worth': ['year'],
  // Which year's worksheet a property needs is no matter of what a worksheet says.
  'report/wsexcept rows': ['either_date'],
  // All properties of the zone, analysed or not, in both series.
  'report/salesratio coavc': [
    ...['series', 'population', 'suitabilities', 'include_non_homogeneous', 'resamples', 'cell'],
  ],
  // The head names the dates of the base year and how values were made, whatever is chosen besides.
  ...Object.fromEntries(
    ['avmcheck', 'statsumm', 'statcomp', 'statdetl', 'statchart'].map((report) => [
      `report/${report} head`,
      [
        ...['dst', 'series', 'zones', 'components', 'valuers', 'property_types', 'include_non_homogeneous'],
        ...['by', 'tolerance', 'with_totals'],
      ],
    ]),
  ),
  // Sums of values have no factor to be tested, and their totals stand in any case.
  'report/statsumm values': ['tolerance'],
  'report/statcomp values': ['tolerance'],
  // What is judged is a matter of the components, not of their quarters.
  'report/compmktmove quarters': ['least_sales', 'least_months'],
  // Months are counted back from today; the base year is that of the tiles.
  'report/mgmt scorecard': ['year'],
  'report/mgmt months': ['year'],
  // Counts of what is judged, whatever is listed of it.
  'report/varbyfact counts': ['variance_limit'],
};

/** Filters that a query of the page does not read: its figures stay as they were when the filter is changed. */
export function forgottenParameters(server: TestServer, id: string): readonly string[] {
  const ready = server.context.definitions.current().screens.get(id);
  return [...(ready?.sql ?? [])].flatMap(([source, { sql }]) =>
    (ready?.screen.params ?? []).flatMap((param) => {
      const place = param.entity === 'district' || param.entity === 'region';
      const bound = place ? ['districts', param.id] : [param.id];
      const excused = withoutUse[`${id} ${source}`]?.includes(param.id) ?? false;
      return excused || bound.some((name) => sql.names.includes(name))
        ? []
        : [`${id} ${source} forgets the parameter "${param.id}"`];
    }),
  );
}

const ofSeveral = /^(?:percentile|avg|stddev|var)/;

/** Medians, means and their like in a table that greys none of few cases. */
export function unmarkedSamples(server: TestServer, id: string): readonly string[] {
  const ready = server.context.definitions.current().screens.get(id);
  if (!ready) return [];
  return blocksOf(ready.screen)
    .filter(isLinkedGrid)
    .flatMap(({ id: grid, data, columns, smallSample }) => {
      const figures = data === null ? undefined : ready.sql.get(data)?.figures;
      // What stands with its interval says by that how much it can be relied on.
      const told = smallSample || columns.some(({ interval }) => interval);
      if (!figures || figures.own || told) return [];
      return columns.flatMap((column) => {
        const figure = figures.columns[column.id];
        const rests = figure && (figure.share !== null || ofSeveral.test(figure.how ?? ''));
        return rests ? [`${id} ${grid} does not say where "${column.id}" rests on few cases`] : [];
      });
    });
}
