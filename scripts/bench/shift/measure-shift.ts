// How far a page moves while it loads, and whether its charts stand while a filter changes.
import type { Page } from 'playwright';
import {
  type ChartFrames,
  chartsSeen,
  type Moved,
  observeShifts,
  shiftsSoFar,
  watchCharts,
} from './in-page.ts';

/** What no page may reach. */
export const shiftAllowed = 0.05;

export interface Shift {
  readonly total: number;
  /** The parts that moved, furthest first. */
  readonly parts: readonly string[];
}

/** Before the first page is opened. */
export async function prepareShift(page: Page): Promise<void> {
  // The TypeScript runner names inner functions by a helper that the page does not have.
  await page.addInitScript('globalThis.__name = (named) => named');
  await page.addInitScript(observeShifts);
}

function summed(moved: readonly Moved[]): Shift {
  const byPart = new Map<string, number>();
  for (const { value, parts } of moved)
    for (const part of parts) byPart.set(part, (byPart.get(part) ?? 0) + value);
  const parts = [...byPart].toSorted(([, a], [, b]) => b - a).map(([part]) => part);
  return { total: moved.reduce((sum, { value }) => sum + value, 0), parts };
}

/** Opens an address, waits by `rested` until the page is whole, and answers what moved until then. */
export async function shiftOf(page: Page, url: string, rested: () => Promise<void>): Promise<Shift> {
  await page.goto(url);
  await rested();
  return summed(await page.evaluate(shiftsSoFar));
}

/** Does `change` to a page that rests, and answers what its charts showed until it rested again. */
export async function chartsWhile(
  page: Page,
  change: () => Promise<void>,
  rested: () => Promise<void>,
): Promise<ChartFrames> {
  await page.evaluate(watchCharts);
  await change();
  await rested();
  return page.evaluate(chartsSeen);
}

/** Takes another year at the chip of a base year; false where only one year has data. */
export async function changeYear(page: Page, param: string): Promise<boolean> {
  await page.locator(`.cad-chip[data-chip="${param}"]`).click();
  const years = page.getByRole('group', { name: 'Years with data' });
  await years.waitFor();
  const other = years.locator('button[aria-pressed="false"]').first();
  if ((await other.count()) === 0) return false;
  await other.click();
  return true;
}
