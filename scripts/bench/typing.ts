// A key typed into the largest forms of records: script, style and layout of each key, of the slowest one in twenty.
import type { CDPSession, Page } from 'playwright';
import { signIn, startApplication } from '#tests/support/application.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import type { TestServerInfo } from '#tests/support/database-server.ts';
import type { BenchLine } from './line.ts';

const keys = 60;
const budget = 'p95 ≤ 16 ms a key';

/** Pages of one record each, the table that says which records there are, and which of them are open to be changed. */
const pages = [
  { title: 'Property', route: '/prop', table: 'property', open: 'true' },
  { title: 'Analysis', route: '/anly', table: 'analysis', open: "state = 'DRAFT'" },
  { title: 'Supp', route: '/supp', table: 'supp', open: "transmit_status = 'F'" },
  { title: 'Sale', route: '/sale', table: 'sale', open: 'true' },
  { title: 'Tenure', route: '/clte', table: 'tenure', open: 'true' },
] as const;

/** Milliseconds of script, style and layout since the page began. */
async function spent(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = (name: string) => metrics.find((known) => known.name === name)?.value ?? 0;
  return (seconds('ScriptDuration') + seconds('LayoutDuration') + seconds('RecalcStyleDuration')) * 1000;
}

/** Opens the forms of the page, folded parts too, and types into its last box for words. */
async function typed(page: Page, session: CDPSession) {
  await page.locator('.cad-form').first().waitFor();
  // Some pages are looked at first, section by section; each click opens one more.
  const edit = page.locator('.cad-form').getByRole('button', { name: /^Edit/ });
  for (let left = await edit.count(); left > 0; left--)
    await edit
      .first()
      .click({ timeout: 2_000 })
      .catch(() => {});
  const box = page.locator('.cad-form textarea:visible, .cad-form input[type=text]:visible').last();
  await box.waitFor();
  // Parts below the fold are drawn when they come into sight.
  for (const part of await page.locator('.cad-form section, .cad-form fieldset').all())
    await part.scrollIntoViewIfNeeded().catch(() => {});
  await box.click();
  await page.keyboard.type('warm', { delay: 30 });
  await page.waitForTimeout(1_000);
  const fields = await page.locator('.cad-form :is(input, textarea, select, [role=combobox])').count();
  const took: number[] = [];
  for (let i = 0; i < keys; i++) {
    const before = await spent(session);
    await page.keyboard.press(i % 4 === 3 ? 'Backspace' : 'a');
    await page.evaluate(() => new Promise(requestAnimationFrame));
    took.push((await spent(session)) - before);
  }
  took.sort((a, b) => a - b);
  return { fields, median: took[keys / 2] ?? 0, p95: took[Math.floor(keys * 0.95)] ?? 0 };
}

/** Typing in the record pages of the demo, each with its first record. */
export async function benchTyping(server: TestServerInfo): Promise<readonly BenchLine[]> {
  const app = await startApplication({ server });
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1680, height: 1000 } });
    const session = await page.context().newCDPSession(page);
    await session.send('Performance.enable');
    await signIn(page, app.url, 'admin', app.password);
    // What was typed is a draft, which the next page asks about.
    page.on('dialog', (dialog) => void dialog.accept());
    const lines: BenchLine[] = [];
    for (const { title, route, table, open } of pages) {
      const { rows } = await app.database.database.owner((client) =>
        client.query<{ id: number }>(`select min(id)::float8 as id from ${table} where ${open}`),
      );
      const what = `${title}: a key typed into its form`;
      await page.goto(`${app.url}${route}/${rows[0]?.id}`);
      lines.push(
        await typed(page, session).then(
          ({ fields, median, p95 }) => ({
            what,
            measured: `${p95.toFixed(1)} ms, half ${median.toFixed(1)} ms, ${fields} inputs`,
            budget,
          }),
          (error: unknown) => ({
            what,
            measured: `not measured: ${error instanceof Error ? error.message.split('\n')[0] : error}`,
            budget,
          }),
        ),
      );
    }
    return lines;
  } finally {
    await browser.close();
    await app.stop();
  }
}
