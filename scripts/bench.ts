// `npm run bench`: the budgets of the design, measured in this run and printed. Nothing here fails on a clock.
// `npm run bench -- bytes check restart report reports exports files import lists near bulk records annual crowd screens typing shift map grid` measures the named ones only;
// `npm run bench -- reports report/statcomp` those of the pages that are named, `lists lists/sales` of the lists; `npm run bench -- state`, with or without
// names, on the office of the state that CADASTRE_DATA names.
import { root, startTestServer } from '#tests/support/database-server.ts';
import { benchAnnual } from './bench/annual.ts';
import { benchBulk } from './bench/bulk.ts';
import { benchBytes } from './bench/bytes.ts';
import { benchCrowd } from './bench/crowd.ts';
import { benchExportFiles } from './bench/export-files.ts';
import { benchExports } from './bench/exports.ts';
import { benchGrid, type GridFigures } from './bench/grid/bench-grid.ts';
import { benchHostile } from './bench/hostile.ts';
import { benchImport } from './bench/import-rate.ts';
import { officeName, ofState } from './bench/large-office.ts';
import type { BenchLine } from './bench/line.ts';
import { benchLists } from './bench/lists.ts';
import { benchMap } from './bench/map/bench-map.ts';
import { benchNear } from './bench/near.ts';
import { benchRecords } from './bench/records.ts';
import { benchReports } from './bench/report-overhead.ts';
import { benchOfficeReports } from './bench/reports.ts';
import { benchRestart } from './bench/restart.ts';
import { benchScreens } from './bench/screens/bench-screens.ts';
import { benchShift } from './bench/shift/bench-shift.ts';
import { benchTyping } from './bench/typing.ts';
import { benchCheck } from './screens/bench-check.ts';
import { benchRedraw } from './screens/bench-redraw.ts';
import { findBrowser } from './test/browser.mjs';

/** Seconds of CPU that are allowed, by how many screens there are. */
const checkAllowed: { readonly [screens: number]: number } = { 150: 2, 500: 5 };

async function checkLines(): Promise<readonly BenchLine[]> {
  const seconds = (value: number) => `${value.toFixed(2)} s of CPU`;
  const checks = [53, 150, 500].flatMap((wanted): readonly BenchLine[] => {
    const { screens, cold, again, one, oneCold } = benchCheck(root, wanted);
    const allowed = checkAllowed[screens];
    return [
      {
        what: `Checking ${screens} screens from the shell`,
        measured: `${seconds(cold)}, ${seconds(again)} again`,
        budget: allowed ? `< ${allowed} s` : '',
      },
      {
        what: `Checking one changed file of ${screens} screens from the shell`,
        measured: `${seconds(one)}, ${seconds(oneCold)} when nothing is known yet`,
        budget: '< 0.5 s',
      },
    ];
  });
  const redraw = await benchRedraw(root);
  return [
    ...checks,
    ...benchHostile(),
    {
      what: `Checking one changed file of ${redraw.definitions} in a running server`,
      measured: `${redraw.check} ms`,
      budget: '< 300 ms',
    },
    {
      what: 'From a save until the server has the new page',
      measured: `${redraw.seen} ms`,
      budget: 'a part of the 300 ms until it is redrawn',
    },
  ];
}

async function gridLines(): Promise<readonly BenchLine[]> {
  const { ours, agGrid, tanStack, cpuToAgGrid, heapToAgGrid } = await benchGrid();
  const figures = ({ cpuPerFrame, heap, blankFrames }: GridFigures) =>
    `${cpuPerFrame.toFixed(1)} ms, ${heap.toFixed(0)} MB, ${blankFrames} blank`;
  return [
    {
      what: 'Grid 100,000 × 20: CPU a frame, ours / AG Grid',
      measured: `${cpuToAgGrid.toFixed(2)} ×`,
      budget: '≤ 1 ×',
    },
    {
      what: 'Grid 100,000 × 20: heap, ours / AG Grid',
      measured: `${heapToAgGrid.toFixed(2)} ×`,
      budget: '≤ 0.25 ×',
    },
    { what: 'Grid: ours', measured: figures(ours), budget: '' },
    { what: 'Grid: AG Grid Community', measured: figures(agGrid), budget: '' },
    { what: 'Grid: TanStack Virtual', measured: figures(tanStack), budget: '' },
  ];
}

const words = process.argv.slice(2);
/** Ids of pages have a slash; names of measures have none. */
const pages: ReadonlySet<string> = new Set(words.filter((word) => word.includes('/')));
const named = words.filter((word) => !pages.has(word) && word !== 'state');
/** What is promised at the size of the state. */
const statewide = ['lists', 'near', 'reports', 'exports', 'files', 'records', 'bulk', 'annual'];
const wanted = ofState && named.length === 0 ? statewide : named;
// The browser that the tests find, for every measure that needs one.
const browser = findBrowser((line) => process.stdout.write(`${line}\n`));
if (browser) process.env.CHROMIUM_PATH = browser;
const build: { readonly buildClient: () => void } = await import(new URL('build.mjs', import.meta.url).href);
const pageless: ReadonlySet<string> = new Set([
  'lists',
  'near',
  'bulk',
  'records',
  'annual',
  'reports',
  'exports',
  'files',
  'map',
  'grid',
]);
// Lists and changes of many records are timed without a page, grids and maps on pages of their own.
if (wanted.length === 0 || wanted.some((part) => !pageless.has(part))) build.buildClient();
const server = await startTestServer();
const parts: readonly (readonly [string, string, () => Promise<readonly BenchLine[]>])[] = [
  ['bytes', 'Bytes of JavaScript', () => benchBytes(server.info)],
  ['check', 'Checking definitions', checkLines],
  ['restart', 'Restart of the server', () => benchRestart(root)],
  ['report', 'Reports through the server', () => benchReports(server.info)],
  ['reports', `Every report of ${officeName}`, () => benchOfficeReports(server.info, pages)],
  ['exports', `Every export of ${officeName}`, () => benchExports(server.info, pages)],
  ['files', `Files that leave ${officeName}`, () => benchExportFiles(server.info)],
  ['import', 'Import of sales files', benchImport],
  ['lists', `Lists of ${officeName}`, () => benchLists(server.info, pages)],
  ['near', `What is near in ${officeName}`, () => benchNear(server.info)],
  ['bulk', `One change of every record of ${officeName}`, () => benchBulk(server.info)],
  ['records', `Record pages and a factor on ${officeName}`, () => benchRecords(server.info)],
  ['annual', `Annual pages on ${officeName}`, () => benchAnnual(server.info)],
  ['crowd', 'Fifty users beside an import and a report', () => benchCrowd(server.info)],
  ['screens', 'Generated screens against hand-written ones', () => benchScreens(server.info)],
  ['typing', 'Typing in the forms of records', () => benchTyping(server.info)],
  ['shift', 'Pages that move while they load', () => benchShift(server.info)],
  ['map', 'Shapes on a map', benchMap],
  ['grid', 'Scrolling a grid', gridLines],
];
const lines: BenchLine[] = [];
for (const [name, title, measure] of parts) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  process.stdout.write(`${title} …\n`);
  try {
    lines.push(...(await measure()));
  } catch (error) {
    lines.push({
      what: title,
      measured: `not measured: ${error instanceof Error ? error.message : error}`,
      budget: '',
    });
  }
}
await server.stop();
const width = Math.max(0, ...lines.map((line) => line.what.length));
for (const { what, measured, budget } of lines)
  process.stdout.write(`${what.padEnd(width)}  ${measured}${budget === '' ? '' : `   (budget ${budget})`}\n`);
process.exit(0);
