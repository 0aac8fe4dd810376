// NAME.test.json acted out: who opens the screen, what they do, what is seen then.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { screenOfExpectations } from '#src/core/link/link-expectations.ts';
import { root } from '#tests/support/database-server.ts';
import { listNames, missingControl, missingOption, outOfView } from './what-is-there.ts';

export interface Given {
  readonly role?: string;
  readonly districts?: readonly string[];
  readonly params?: { readonly [id: string]: unknown };
  readonly rows?: 'none' | 'one' | 'many';
  readonly fails?: number;
  readonly width?: number;
}

export type Step =
  | { readonly click: string }
  | { readonly fill: string; readonly with: string }
  | { readonly choose: string; readonly option: string }
  | { readonly press: string; readonly on?: string };

export type Claim =
  | { readonly text: string }
  | { readonly noText: string }
  | {
      readonly rows: { readonly exactly?: number; readonly least?: number; readonly most?: number };
      readonly table?: number;
    }
  | {
      readonly cell: string;
      readonly row: number | string;
      readonly value: string;
      readonly table?: number;
    }
  | { readonly field: string; readonly value: string }
  | { readonly address: string }
  | { readonly heading: string };

export interface Expectation {
  readonly title: string;
  readonly given?: Given;
  readonly when?: readonly Step[];
  readonly then: readonly Claim[];
}

export interface ExpectedScreen {
  readonly screen: string;
  readonly file: string;
  readonly expectations: readonly Expectation[];
}

/** Every NAME.test.json of the repository. */
export function readExpectations(): readonly ExpectedScreen[] {
  return filesUnder(root, 'screens', /\.test\.json$/).map((file) => {
    const { expectations } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
      readonly expectations: readonly Expectation[];
    };
    return { screen: screenOfExpectations(file), file, expectations };
  });
}

const waitSeconds = 10;

/** Repeats a look until it answers null, what is wanted; its last word when the time is over. */
async function eventually(look: () => Promise<string | null>, seconds: number): Promise<string | null> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const wrong = await look();
    if (wrong === null || Date.now() > end) return wrong;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The input with this label; the star of what must be filled is no part of it. */
function labelled(page: Page, label: string): Locator {
  return page.getByLabel(new RegExp(`^${escaped(label)}\\s*\\*?$`)).first();
}

function workable(page: Page, name: string): Locator {
  const named = (['button', 'link', 'tab', 'menuitem', 'checkbox', 'radio'] as const).map((role) =>
    page.getByRole(role, { name, exact: true }),
  );
  const [first, ...rest] = named;
  if (!first) throw new Error('No role can be clicked.');
  return rest.reduce((sum, one) => sum.or(one), first).first();
}

/** A list to choose from is the browser's own or a text field with suggestions. */
async function choose(
  page: Page,
  label: string,
  option: string,
  patience: { readonly timeout: number },
): Promise<void> {
  const input = labelled(page, label);
  if ((await input.evaluate((element) => element.tagName, undefined, patience)) === 'SELECT') {
    await input.selectOption({ label: option }, patience);
    return;
  }
  await input.fill(option, patience);
  await page.getByRole('option', { name: option }).first().click(patience);
}

async function act(page: Page, step: Step, seconds: number): Promise<void> {
  const patience = { timeout: seconds * 1000 };
  if ('click' in step) await workable(page, step.click).click(patience);
  else if ('fill' in step) await labelled(page, step.fill).fill(step.with, patience);
  else if ('choose' in step) await choose(page, step.choose, step.option, patience);
  else if (step.on === undefined) await page.keyboard.press(step.press);
  else await labelled(page, step.on).press(step.press, patience);
}

/** What a step looks for and does not find, with what is there of its kind; null when it is there. */
async function notFound(page: Page, step: Step): Promise<string | null> {
  if ('click' in step)
    return (await workable(page, step.click).count()) > 0
      ? null
      : missingControl(page, 'workable', step.click);
  const label = 'fill' in step ? step.fill : 'choose' in step ? step.choose : step.on;
  if (label === undefined) return null;
  const input = labelled(page, label);
  if ((await input.count()) === 0) return missingControl(page, 'input', label);
  if (!('choose' in step) || (await page.getByRole('option', { name: step.option }).count()) > 0) return null;
  return missingOption(input, label, step.option);
}

/** Does one step; throws what was not found and what is there instead, else what the browser says. */
export async function take(page: Page, step: Step, seconds = waitSeconds): Promise<void> {
  try {
    await act(page, step, seconds);
  } catch (error) {
    const missing = await notFound(page, step);
    throw missing === null ? error : new Error(missing, { cause: error });
  }
}

function tableOf(page: Page, table = 1): Locator {
  return page
    .locator('[role=grid], [role=treegrid], table')
    .filter({ visible: true })
    .nth(table - 1);
}

/** Rows of a table without its heading and its totals, also those that are not drawn. */
function countRows(table: Locator): Promise<number> {
  return table.evaluate((element) => {
    const totals = element.querySelectorAll('tfoot tr, .cad-grid-totals [role=row]').length;
    const told = Number(element.getAttribute('aria-rowcount') ?? Number.NaN);
    if (told >= 0) return told - 1 - totals;
    const headings = element.querySelectorAll('thead tr').length;
    return element.querySelectorAll('tr, [role=row]').length - headings - totals;
  });
}

/** What the cell under a heading shows in a row by its number, or by the text of its first cell. */
function cellText(table: Locator, heading: string, row: number | string): Promise<string | null> {
  return table.evaluate(
    (element, wanted) => {
      const words = (one: Element | null | undefined) => one?.textContent?.trim() ?? '';
      const isHeading = '[role=columnheader], thead th';
      const column = [...element.querySelectorAll(isHeading)].findIndex((one) =>
        words(one).startsWith(wanted.heading),
      );
      const rows = [...element.querySelectorAll('[role=row], tr')].filter(
        (one) => one.querySelector('[role=gridcell], td') !== null && !one.closest('tfoot, .cad-grid-totals'),
      );
      const cellsOf = (one: Element) => [
        ...one.querySelectorAll('[role=gridcell], [role=rowheader], td, tbody th'),
      ];
      const found =
        typeof wanted.row === 'number'
          ? rows[wanted.row - 1]
          : rows.find((one) => words(cellsOf(one)[0]) === wanted.row);
      return found && column >= 0 ? words(cellsOf(found)[column]) : null;
    },
    { heading, row },
  );
}

async function wrongNow(page: Page, claim: Claim): Promise<string | null> {
  if ('text' in claim)
    return (await page.getByText(claim.text).filter({ visible: true }).count()) > 0
      ? null
      : `"${claim.text}" is not seen${await outOfView(page)}`;
  if ('noText' in claim)
    return (await page.getByText(claim.noText).filter({ visible: true }).count()) === 0
      ? null
      : `"${claim.noText}" is seen`;
  if ('heading' in claim) {
    const heading = (await page.getByRole('heading', { level: 1 }).allTextContents()).join(', ');
    return heading === claim.heading ? null : `the heading is "${heading}", not "${claim.heading}"`;
  }
  if ('address' in claim) {
    const { pathname } = new URL(page.url());
    const form = claim.address.split('*').map((part) => escaped(part));
    return new RegExp(`^${form.join('[^/]+')}$`).test(pathname)
      ? null
      : `the address is ${pathname}, not ${claim.address}`;
  }
  if ('field' in claim) {
    const input = labelled(page, claim.field);
    if ((await input.count()) === 0) return missingControl(page, 'input', claim.field);
    const value = await input.inputValue();
    return value === claim.value ? null : `"${claim.field}" holds "${value}", not "${claim.value}"`;
  }
  const table = tableOf(page, claim.table);
  if ((await table.count()) === 0) return `there is no table ${claim.table ?? 1}`;
  if ('rows' in claim) {
    const count = await countRows(table);
    const { exactly, least, most } = claim.rows;
    const right =
      (exactly === undefined || count === exactly) &&
      (least === undefined || count >= least) &&
      (most === undefined || count <= most);
    return right ? null : `the table has ${count} rows, not ${JSON.stringify(claim.rows)}`;
  }
  const shown = await cellText(table, claim.cell, claim.row);
  if (shown === null) {
    const texts = await table.locator('[role=columnheader], thead th').allTextContents();
    const headings = texts.map((text) => text.replace(/[▲▼]\d*$/, '').trim());
    const there = headings.some((heading) => heading.startsWith(claim.cell))
      ? await outOfView(page)
      : `; its headings are ${listNames(claim.cell, headings)}`;
    return `there is no cell "${claim.cell}" in row ${claim.row}${there}`;
  }
  return shown === claim.value
    ? null
    : `"${claim.cell}" of row ${claim.row} shows "${shown}", not "${claim.value}"`;
}

/** What is wrong with a claim; null when it comes true in time. */
export function judge(page: Page, claim: Claim, seconds = waitSeconds): Promise<string | null> {
  return eventually(() => wrongNow(page, claim), seconds);
}
