// What a person without a pointer does.
import type { Locator, Page } from 'playwright';

/** Where somebody who sees only the focus believes to be, for what a failure says. */
const whereabouts = (page: Page) =>
  page.locator(':focus').evaluateAll((elements) => elements.map(({ outerHTML }) => outerHTML.slice(0, 200)));

/** Goes on by Tab until `wanted` has the focus. */
export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  const focused = wanted.and(page.locator(':focus'));
  // Keys that are pressed before the page is there lead nowhere.
  await wanted.first().waitFor({ state: 'attached' });
  for (let i = 0; i < 120; i++) {
    await page.keyboard.press('Tab');
    if ((await focused.count()) === 1) return;
  }
  throw new Error(`Tab does not reach ${String(wanted)}; it is at ${String(await whereabouts(page))}`);
}

/** Goes down the grid until its marked cell has the text. */
export async function downTo(page: Page, text: string): Promise<void> {
  const active = () =>
    page.getByRole('grid').evaluate((grid) => {
      const cell = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '');
      return cell?.textContent?.trim();
    });
  const seen: unknown[] = [];
  for (let i = 0; i < 20; i++) {
    await page.keyboard.press('ArrowDown');
    seen.push(await active());
    if (seen.at(-1) === text) return;
  }
  throw new Error(`Arrows do not reach "${text}" but ${String(seen)}`);
}
