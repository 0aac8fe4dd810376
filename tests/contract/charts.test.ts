// Every chart of every report, drawn of the demo office: what it promises of small samples, names and colours holds.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chooseRows, namesBelow } from '#src/blocks/chart/chart-policy.ts';
import { isChart, type LinkedChart } from '#src/blocks/chart/linked-chart.ts';
import { mostColours, mostNames } from '#src/blocks/chart/policy.ts';
import { prepareRows } from '#src/blocks/chart/prepare-rows.ts';
import { chartSvg } from '#src/blocks/chart/svg.ts';
import { isLinkedGrid } from '#src/blocks/grid/definition.ts';
import type { LinkedScreen } from '#src/core/linked.ts';
import type { Row } from '#src/core/values.ts';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { rowsOf } from './prove-figures.ts';
import { blocksOf } from './report-faults.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp({ demo: true });
  token = await server.tokenOf('admin');
});
afterAll(() => server?.close());

const reports = () =>
  [...server.context.definitions.current().screens.values()].flatMap(({ screen, id }) =>
    id.startsWith('report/') ? [screen] : [],
  );

const chartsOf = (screen: LinkedScreen) => blocksOf(screen).filter(isChart);

const base: Row = { dst: 'all', year: 2025, base_year: 2025 };

function rowsBehind(screen: LinkedScreen, source: string): Promise<readonly Row[]> {
  const params = Object.fromEntries(
    screen.params.flatMap(({ id }) => (base[id] === undefined ? [] : [[id, base[id]]])),
  );
  return rowsOf({ server, token, screen: screen.id, source, params });
}

const texts = (svg: string) =>
  [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text = '']) => text.replaceAll('&amp;', '&'));

/** What is wrong with a chart as it is drawn. */
async function faultsOf(screen: LinkedScreen, chart: LinkedChart, rows: readonly Row[]) {
  const source = screen.data[chart.data ?? ''];
  const fields = source?.fields ?? [];
  const { codes } = screen;
  const chosen = chooseRows(rows, chart.policy, { fields, codes });
  const prepared = prepareRows(chosen, fields, codes);
  const svg = await chartSvg({
    vega: (chosen.lying ? chart.lying : null) ?? chart.vega,
    rows: prepared,
    width: 900,
    facetColumns: chart.facetColumns,
    series: chosen.series,
    names: namesBelow(chosen, chart.policy),
  });
  const named = chart.policy.names?.field;
  const names = new Set(named === undefined ? [] : prepared.map((row) => String((row as Row)[named] ?? '')));
  const written = new Set(texts(svg).filter((text) => names.has(text)));
  const colours = new Set(
    [...svg.matchAll(/<path[^>]*>/g)].flatMap(
      ([path]) => /(?:fill|stroke)="(#[0-9a-f]{6})"/.exec(path)?.[1] ?? [],
    ),
  );
  const place = `${screen.id} ${chart.id}`;
  // Rows that the query gives no name are not of the chart (docs/decisions/0121).
  const meant = rows.filter((row) => named === undefined || (row[named] ?? null) !== null);
  return [
    ...(names.size > mostNames ? [`${place} names ${names.size} marks`] : []),
    ...(chart.policy.names?.ranked && written.size < names.size
      ? [`${place} writes ${written.size} of ${names.size} names`]
      : []),
    ...(chosen.series.length > mostColours
      ? [`${place} has a colour twice: ${chosen.series.length} series`]
      : []),
    ...(colours.size < chosen.series.length && prepared.length > 0
      ? [`${place} has ${colours.size} colours for ${chosen.series.length} series`]
      : []),
    ...(chosen.rows.length < meant.length && chosen.notes.length === 0
      ? [`${place} leaves ${meant.length - chosen.rows.length} rows out and does not say so`]
      : []),
  ];
}

/** Grids and charts over the same rows: what one greys, the other draws hollow; and either has rows to do so with. */
function promisesOf(screen: LinkedScreen): readonly { readonly place: string; readonly kept: boolean }[] {
  const grids = blocksOf(screen).filter(isLinkedGrid);
  return grids.flatMap(({ id, data, smallSample }) => {
    if (!smallSample || data === null) return [];
    const fields = screen.data[data]?.fields ?? [];
    const counts = fields.find((field) => field.id === smallSample.id)?.type === 'integer';
    const charts = chartsOf(screen).filter((chart) => chart.data === data && chart.policy.places.length > 0);
    return [
      { place: `${screen.id} ${id}`, kept: counts },
      ...charts.map((chart) => ({
        place: `${screen.id} ${chart.id}`,
        kept: chart.policy.small?.field === smallSample.id && chart.policy.small.below === smallSample.below,
      })),
    ];
  });
}

describe('the charts of the reports', () => {
  it('name few marks, have no colour twice and say what they leave out', async () => {
    const faults: string[] = [];
    let drawn = 0;
    for (const screen of reports())
      for (const chart of chartsOf(screen)) {
        const rows = await rowsBehind(screen, chart.data ?? '');
        if (rows.length > 0) drawn += 1;
        faults.push(...(await faultsOf(screen, chart, rows)));
      }
    expect(faults).toEqual([]);
    expect(drawn).toBeGreaterThanOrEqual(10);
  });

  it('would be found with more names than can be read, and with a colour twice', async () => {
    const screen = reports().find(({ id }) => id === 'report/compavgchg');
    const chart = screen && chartsOf(screen)[0];
    if (!screen || !chart) throw new Error('The report is not there.');
    const rows = await rowsBehind(screen, 'rows');
    const many = { ...chart, policy: { ...chart.policy, most: 1000 } };
    expect((await faultsOf(screen, many, rows)).join()).toContain('names');
    const months = reports().find(({ id }) => id === 'report/salesact');
    const bars = months && chartsOf(months)[0];
    if (!months || !bars) throw new Error('The report is not there.');
    const plain = { ...bars, vega: bars.vega.replaceAll('"range":"category"', '"range":["#0072b2"]') };
    expect((await faultsOf(months, plain, await rowsBehind(months, 'rows'))).join()).toContain('colours for');
  });

  it('mark the small samples that the table beside them greys', () => {
    const promises = reports().flatMap(promisesOf);
    expect(promises.filter(({ kept }) => !kept)).toEqual([]);
    expect(promises.length).toBeGreaterThanOrEqual(11);
  });

  it('would be found where one forgets them', () => {
    const screen = reports().find(({ id }) => id === 'report/mediansales');
    if (!screen) throw new Error('The report is not there.');
    const forgotten: LinkedScreen = JSON.parse(
      JSON.stringify(screen).replaceAll('"small":{"field":"n","below":5}', '"small":null'),
    );
    expect(promisesOf(forgotten).filter(({ kept }) => !kept)).toEqual([
      { place: 'report/mediansales plot', kept: false },
    ]);
  });
});
