// One drawing: a screen opened by a visitor under the conditions of a case, and all that is wrong with it.
import type { Page } from 'playwright';
import { bearings, rest as restOf } from '#scripts/screens/render/rest.ts';
import type { LinkedScreen } from '#src/core/linked.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { type Case, views } from './factors.ts';
import { pageFaults } from './in-page.ts';
import { keyboardFaults } from './keyboard.ts';
import type { Seat } from './lane.ts';
import { failureMessage } from './traffic.ts';

export interface Finding {
  readonly kind: string;
  readonly text: string;
}

/** What somebody meets at the address of a screen. */
export type Outcome = 'drawn' | 'refused' | 'sign-in' | 'home';

// A page whose answer needs every report of an office takes its time on a busy machine.
const restSeconds = 90;

/** Waits until nothing loads and nothing changes any more; what is still going on otherwise. */
export function rest({ page, pending }: Seat, seconds = restSeconds): Promise<string | null> {
  return restOf(page, pending, seconds);
}

/** Brings the window into the case's size and colours. */
async function shape({ page, session }: Seat, drawn: Case): Promise<void> {
  const [width, height, dots] = views[drawn.view] ?? [1280, 800, 1];
  await page.emulateMedia({
    colorScheme: drawn.scheme === 'dark' ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  await session.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor: dots,
    mobile: false,
  });
}

/** Everything that is looked for on every page, whatever is on it. */
export async function commonFindings(page: Page, keyboard: boolean): Promise<readonly Finding[]> {
  const findings: Finding[] = [...(await page.evaluate(pageFaults))];
  const title = await page.title();
  if (!/^Cadastre - ./.test(title)) findings.push({ kind: 'title', text: `the window is titled "${title}"` });
  for (const line of await axeViolations(page, 'always')) findings.push({ kind: 'axe', text: line });
  if (keyboard) findings.push(...(await keyboardFaults(page)));
  return findings;
}

/** What is seen with the filters unfolded, and on each further tab. */
async function openedFindings(seat: Seat): Promise<readonly Finding[]> {
  const { page } = seat;
  const findings: Finding[] = [];
  const look = async (part: string) => {
    const unrest = await rest(seat);
    if (unrest) findings.push({ kind: 'rest', text: `${part}: ${unrest}` });
    const here = [...(await page.evaluate(pageFaults))];
    for (const line of await axeViolations(page, 'always'))
      findings.push({ kind: 'axe', text: `${part}: ${line}` });
    for (const { kind, text } of here) findings.push({ kind, text: `${part}: ${text}` });
  };
  const filters = page.getByRole('button', { name: 'Filters' });
  if ((await filters.count()) === 1) {
    // By the keyboard: what lies over it is a finding of its own.
    await filters.press('Enter');
    await look('filters');
    await filters.press('Enter');
  }
  const tabs = page.getByRole('tab').filter({ visible: true });
  for (let i = 1; i < (await tabs.count()); i++) {
    const tab = tabs.nth(i);
    const name = (await tab.textContent()) ?? '';
    await tab.press('Enter');
    await look(`tab ${name}`);
  }
  return findings;
}

/** Ids of the blocks, also those inside others, that draw a data source. */
function blocksWithData(screen: LinkedScreen): ReadonlySet<string> {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    else if (typeof value === 'object' && value !== null) {
      const { id, type, data } = value as { id?: unknown; type?: unknown; data?: unknown };
      if (typeof id === 'string' && typeof type === 'string' && typeof data === 'string') found.add(id);
      Object.values(value).forEach(visit);
    }
  };
  visit(screen.blocks);
  return found;
}

/** A page whose sources failed tells so and offers to try again; it never looks as if there were nothing. */
async function failureFindings(
  seat: Seat,
  screen: LinkedScreen,
  status: string,
): Promise<readonly Finding[]> {
  const { page, traffic } = seat;
  if (traffic.failed.size === 0) return [];
  const findings: Finding[] = [];
  const message = failureMessage(status);
  const cards = page.getByRole('alert').filter({ hasText: message, visible: true });
  if ((await cards.count()) === 0)
    findings.push({
      kind: 'swallowed',
      text: `no part of the page tells that its data failed with ${status}`,
    });
  const empty = await page.evaluate(() =>
    [...document.querySelectorAll('.cad-empty')]
      .filter((element) => element.checkVisibility())
      .map((element) => ({
        block: element.closest('[data-block]')?.getAttribute('data-block') ?? '',
        text: element.textContent ?? '',
      })),
  );
  const fed = blocksWithData(screen);
  for (const { block, text } of empty)
    if (fed.has(block))
      findings.push({
        kind: 'swallowed',
        text: `block ${block} looks empty, "${text}", though its data failed`,
      });
  if (
    (await page
      .getByText(/\bNo rows\b/i)
      .filter({ visible: true })
      .count()) > 0
  )
    findings.push({ kind: 'swallowed', text: 'the page says "No rows" though its data failed' });
  const retries = page.getByRole('button', { name: 'Try again' });
  const offered = await retries.count();
  // What is not there at all cannot be tried again.
  if (offered === 0 && status !== '404' && findings.length === 0)
    findings.push({ kind: 'retry', text: 'the failure offers no way to try again' });
  if (offered === 0) return findings;
  traffic.set(null, { rows: 'many', network: 'ok' });
  await retries
    .first()
    .press('Enter')
    .catch(async (error: unknown) => {
      // A page that asks again by itself, as one of jobs does, may have been quicker: then the button is gone.
      if ((await retries.count()) >= offered) throw error;
    });
  const unrest = await rest(seat);
  if (unrest) findings.push({ kind: 'retry', text: `after trying again ${unrest}` });
  else if ((await retries.count()) >= offered)
    findings.push({ kind: 'retry', text: 'trying again changes nothing though the data would come now' });
  return findings;
}

/** A page whose data is late shows that it loads. */
async function slowFindings({ page, traffic }: Seat): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const end = Date.now() + restSeconds * 1000;
  // A definition that asks for nothing at once has nothing to wait for.
  while (traffic.asked() === 0 && Date.now() < end) {
    const now = await page.evaluate(bearings, 1).catch(() => null);
    if (now?.heading && now.loading === 0) break;
    await page.waitForTimeout(50);
  }
  if (traffic.asked() > 0) {
    const waits = ['.cad-skeleton[data-shown="true"]', '[role="grid"][aria-busy="true"]'];
    const shown = page.locator([...waits, '.cad-tile-figure[data-state="loading"]'].join(', ')).first();
    const seen = await shown.waitFor({ timeout: 30_000 }).then(
      () => true,
      () => false,
    );
    if (!seen) findings.push({ kind: 'skeleton', text: 'nothing shows that the data still loads' });
  }
  traffic.release();
  return findings;
}

const ends: { readonly [outcome in Outcome]?: { readonly path: RegExp; readonly heading?: string } } = {
  'sign-in': { path: /\/app\/login$/ },
  home: { path: /\/app\/dashboard$/ },
  refused: { path: /./, heading: 'Page not found' },
};

/** Opens the address and answers everything that is wrong with what is seen. */
export async function draw(
  seat: Seat,
  screen: LinkedScreen,
  url: string,
  drawn: Case,
  outcome: Outcome,
): Promise<readonly Finding[]> {
  const { page, traffic } = seat;
  const findings: Finding[] = [];
  const status = /^\d+$/.test(drawn.network) ? drawn.network : null;
  await shape(seat, drawn);
  seat.complaints();
  traffic.set(screen, outcome === 'drawn' ? drawn : { rows: 'many', network: 'ok' });
  await page.goto(url, { waitUntil: 'commit' });
  if (outcome === 'drawn' && drawn.network === 'slow') findings.push(...(await slowFindings(seat)));
  const unrest = await rest(seat);
  if (unrest) findings.push({ kind: 'rest', text: unrest });
  findings.push(...(await commonFindings(page, drawn.input === 'keyboard')));
  if (outcome === 'drawn' && drawn.parts === 'opened') findings.push(...(await openedFindings(seat)));
  const end = ends[outcome];
  if (end) {
    const path = new URL(page.url()).pathname;
    if (!end.path.test(path)) findings.push({ kind: 'outcome', text: `the way ends at ${path}` });
    if (end.heading && (await page.getByRole('heading', { level: 1, name: end.heading }).count()) === 0)
      findings.push({ kind: 'outcome', text: `"${end.heading}" is not seen` });
    if (outcome !== 'home' && traffic.asked() > 0)
      findings.push({ kind: 'outcome', text: `${traffic.asked()} requests for its data were sent` });
  } else if (status) findings.push(...(await failureFindings(seat, screen, status)));
  else if (screen.blocks.length > 0 && (await page.locator('.cad-block:visible').count()) === 0)
    findings.push({ kind: 'blank', text: 'no block of the page is seen' });
  else if ((await page.locator('.cad-error-card').count()) > 0)
    findings.push({
      kind: 'failed',
      text: `a part failed: ${await page.locator('.cad-error-card').first().textContent()}`,
    });
  for (const { kind, text } of seat.complaints()) findings.push({ kind, text });
  traffic.set(null, { rows: 'many', network: 'ok' });
  return findings;
}
