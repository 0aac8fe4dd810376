import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly help: string;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
  }[];
}

/**
 * Accessibility violations of the page as lines; empty when there is none. Runs outside the page's own CSP. When a
 * change lands, it is asked once for every screen, by the battery, and `always` where only a block's own test sees a
 * state; `npm run test:all` asks it wherever a test does.
 */
export async function axeViolations(page: Page, always?: 'always'): Promise<readonly string[]> {
  if (process.env.CADASTRE_TESTS === 'landing' && always === undefined) return [];
  // Before its heading a page is not there yet; one that never gets it is told by axe.
  await page
    .locator('h1')
    .first()
    .waitFor({ state: 'attached', timeout: 15_000 })
    .catch(() => undefined);
  await page.evaluate(source);
  const result = (await page.evaluate(
    '(async () => { const r = await axe.run(document, { resultTypes: ["violations"] }); return { violations: r.violations }; })()',
  )) as AxeResult;
  return result.violations.map(
    (violation) =>
      `${violation.id}: ${violation.help}: ${violation.nodes.map((node) => node.target.join(' ')).join(' | ')}`,
  );
}
