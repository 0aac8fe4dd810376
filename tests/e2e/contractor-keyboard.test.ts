// The company's own pages by keys alone: nothing here points at anything. A landing works them in one look, a run of all
// in four.
import type { Browser, Locator, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, keptSession, startApplication } from '#tests/support/application.ts';
import { launchBrowser, settled, watchedPage } from '#tests/support/browser.ts';
import { downTo, tabTo } from '#tests/support/by-keys.ts';

const looks = [
  ['light', 1280, 800],
  ['dark', 768, 1024],
  ['dark', 1280, 800],
  ['light', 768, 1024],
] as const;
const drawn = process.env.CADASTRE_TESTS === 'landing' ? looks.slice(0, 1) : looks;

let app: Application;
let browser: Browser;
let token: string;
beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
  const kept = JSON.parse(await keptSession(app.url, 'admin', app.password)) as { mvp4AuthToken: string };
  token = kept.mvp4AuthToken;
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

interface Stored {
  readonly [field: string]: unknown;
}

/** A record as the server has it now. */
async function stored(list: string, id: number): Promise<Stored> {
  const response = await fetch(`${app.url}/api/${list}/${id}`, {
    headers: { authorization: `JWT ${token}` },
  });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as Stored;
}

/** From a page's address to its row, opened. */
async function openRow(page: Page, path: string, row: unknown): Promise<void> {
  await page.goto(`${app.url}${path}`);
  await settled(page);
  await tabTo(page, page.getByRole('grid'));
  await downTo(page, String(row));
  await page.keyboard.press('Enter');
}

async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
}

async function save(page: Page, within: Page | Locator, told: string): Promise<void> {
  await tabTo(page, within.getByRole('button', { name: 'Save', exact: true }));
  await page.keyboard.press('Enter');
  await page.getByText(told, { exact: true }).waitFor();
}

interface Work {
  /** The record's list, and its place in the address. */
  readonly list: string;
  readonly at: string;
  readonly id: number;
  /** By what the grid's first column tells the record. */
  readonly row: string;
  readonly field: string;
  readonly title: string;
  readonly told: (record: Stored) => string;
}

const works: readonly Work[] = [
  {
    list: 'users',
    at: 'users',
    id: 2,
    row: 'full_name',
    field: 'api_no',
    title: 'API number',
    told: ({ full_name }) => `${full_name} is saved`,
  },
  {
    list: 'roles',
    at: 'roles',
    id: 2,
    row: 'title',
    field: 'description',
    title: 'Description',
    told: ({ title }) => `${title} is saved`,
  },
  {
    list: 'teams',
    at: 'teams',
    id: 2,
    row: 'name',
    field: 'name',
    title: 'Team',
    told: ({ name }) => `Team ${name} is saved`,
  },
  {
    list: 'regions',
    at: 'contractregions',
    id: 2,
    row: 'name',
    field: 'report_banner',
    title: 'Report banner',
    told: ({ name }) => `${name} is saved`,
  },
];

async function change(page: Page, work: Work, text: string): Promise<void> {
  const { list, at, id, field } = work;
  const before = await stored(list, id);
  await openRow(page, `/contractor/${at}`, before[work.row]);
  await page.waitForURL(({ pathname }) => pathname === `/contractor/${at}/${id}`);
  await settled(page);
  await typeInto(page, page.getByRole('textbox', { name: work.title, exact: true }), text);
  if (list === 'roles') {
    await tabTo(page, page.getByRole('checkbox', { name: 'Change reference lists', exact: true }));
    await page.keyboard.press('Space');
  }
  await save(page, page, work.told({ ...before, [field]: text }));
  const after = await stored(list, id);
  expect(before[field]).not.toBe(text);
  expect(after[field]).toBe(text);
  if (list === 'roles') expect(may(after), 'the ticked right').toBe(!may(before));
}

const may = ({ permissions }: Stored) =>
  (permissions as readonly { readonly perm: string }[]).some(({ perm }) => perm === 'refiU');

/** The first tab's setting "Stage on import", in its dialog. */
async function changeSetting(page: Page, text: string): Promise<void> {
  const title = 'Stage on import';
  const id = await settingOf('supp.import.stage');
  await openRow(page, '/contractor/options', title);
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  const value = dialog.getByRole('textbox', { name: 'Value', exact: true });
  await expect
    .poll(() => value.and(page.locator(':focus')).count(), {
      message: 'the dialog gives its field the focus',
    })
    .toBe(1);
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
  await save(page, dialog, `${title} is saved`);
  await dialog.waitFor({ state: 'detached' });
  expect(await stored('settings', id)).toMatchObject({ text, holds: text });
}

const settingOf = (key: string) =>
  app.database.database.owner(async (client) => {
    const { rows } = await client.query<{ id: number }>(
      'select id::int from setting where key = $1 and region_id is null',
      [key],
    );
    return rows[0]?.id ?? 0;
  });

describe('the company’s pages, by keys alone', () => {
  it.each(drawn)(
    'change users, roles, teams, regions and options: %s, %i wide',
    async (colorScheme, width, height) => {
      const { page, context, complaints } = await watchedPage(browser, {
        colorScheme,
        viewport: { width, height },
      });
      await enter(page, app.url, 'admin', app.password);
      // Each look types its own.
      const text = `${colorScheme} ${width}`;
      for (const work of works) await change(page, work, text);
      await changeSetting(page, text);
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});
