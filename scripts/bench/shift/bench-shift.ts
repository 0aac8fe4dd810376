// Every page of the application at 1280 by 800: how far it moves while it loads, and whether charts stand while a filter changes.
// `CADASTRE_ONLY=report/ npm run bench -- shift` looks at the pages whose id has this in it.
import type { Page } from 'playwright';
import type { LinkedScreen } from '#src/core/linked.ts';
import { outcomeOf, type Stage, setStage } from '#tests/battery/stage.ts';
import { nobody, storageKey, type Visitor } from '#tests/battery/visitors.ts';
import type { TestServerInfo } from '#tests/support/database-server.ts';
import { NoRecordYet } from '../../screens/addresses.ts';
import { openRequests, rest } from '../../screens/render/rest.ts';
import type { BenchLine } from '../line.ts';
import { changeYear, chartsWhile, prepareShift, shiftAllowed, shiftOf } from './measure-shift.ts';

/** By how much the rows of a page are late in the second look: its skeletons are seen then. */
const lateMs = 600;
const restSeconds = 30;
const partsTold = 3;

interface Measured {
  readonly path: string;
  readonly total: number;
  readonly text: string;
}

/** A page of a visitor in a context of its own: nothing is remembered from the one before. */
async function withPage<Result>(
  { browser, app }: Stage,
  visitor: Visitor,
  late: boolean,
  work: (page: Page, rested: () => Promise<void>) => Promise<Result>,
): Promise<Result> {
  const kept = visitor.kept === null ? [] : [{ name: storageKey, value: visitor.kept }];
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    storageState: {
      cookies: [],
      origins: kept.length === 0 ? [] : [{ origin: app.url, localStorage: kept }],
    },
  });
  try {
    const page = await context.newPage();
    await prepareShift(page);
    if (late)
      await context.route('**/api/query', async (route) => {
        await new Promise((resolve) => setTimeout(resolve, lateMs));
        await route.continue();
      });
    const pending = openRequests(page);
    return await work(page, async () => {
      const unrest = await rest(page, pending, restSeconds);
      if (unrest !== null) throw new Error(unrest);
    });
  } finally {
    await context.close();
  }
}

async function measured(stage: Stage, screen: LinkedScreen, visitor: Visitor): Promise<Measured> {
  const path = await stage.addresses.of(screen, visitor);
  const look = (late: boolean) =>
    withPage(stage, visitor, late, (page, rested) => shiftOf(page, stage.app.url + path, rested));
  const [soon, later] = [await look(false), await look(true)];
  const total = Math.max(soon.total, later.total);
  const parts = [...new Set([...later.parts, ...soon.parts])].slice(0, partsTold);
  const where = total === 0 ? '' : `  ${parts.join(', ')}`;
  return { path, total, text: `${soon.total.toFixed(3)}, late ${later.total.toFixed(3)}${where}` };
}

/** What the charts of a report do while its year changes; null where it has no chart or no year. */
async function charts(stage: Stage, screen: LinkedScreen, visitor: Visitor): Promise<BenchLine | null> {
  const year = screen.params.find(({ format, in: at }) => format === 'baseYear' && at === 'query');
  if (!year || !JSON.stringify(screen.blocks).includes('"type":"chart"')) return null;
  const url = stage.app.url + (await stage.addresses.of(screen, visitor));
  return withPage(stage, visitor, true, async (page, rested) => {
    await page.goto(url);
    await rested();
    let changed = false;
    const { frames, dimmed, blank } = await chartsWhile(
      page,
      async () => {
        changed = await changeYear(page, year.id);
      },
      rested,
    );
    if (!changed) return null;
    const gaps = Object.entries(blank).map(([chart, count]) => `${chart} ${count}`);
    return {
      what: `${screen.id}: charts while the year changes`,
      measured: `${gaps.length === 0 ? 'never blank' : `blank: ${gaps.join(', ')}`} in ${frames} frames, ${dimmed} dimmed`,
      budget: 'never blank',
    };
  });
}

export async function benchShift(server: TestServerInfo): Promise<readonly BenchLine[]> {
  const stage = await setStage(1, server);
  const wanted = process.env.CADASTRE_ONLY;
  try {
    const admin = stage.visitors.get('administrator') ?? nobody;
    const pages: Measured[] = [];
    const drawn: BenchLine[] = [];
    for (const screen of stage.screens.values()) {
      if (wanted !== undefined && !screen.id.includes(wanted)) continue;
      const visitor = [admin, nobody].find((one) => outcomeOf(screen, one) === 'drawn');
      if (!visitor) continue;
      try {
        pages.push(await measured(stage, screen, visitor));
        const line = await charts(stage, screen, visitor);
        if (line) drawn.push(line);
      } catch (error) {
        if (error instanceof NoRecordYet) continue;
        const text = error instanceof Error ? error.message : String(error);
        pages.push({ path: screen.route, total: 1, text: `not measured: ${text}` });
      }
    }
    const worstFirst = pages.toSorted((a, b) => b.total - a.total || a.path.localeCompare(b.path));
    return [
      ...worstFirst.map(({ path, text }) => ({
        what: `Layout shift of ${path}`,
        measured: text,
        budget: `< ${shiftAllowed}`,
      })),
      ...drawn,
    ];
  } finally {
    await stage.close();
  }
}
