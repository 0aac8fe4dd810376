// What a failed expectation tells of the page: the names that are there in place of the one that was not found.
import type { Locator, Page } from 'playwright';
import { editDistance } from '#src/core/suggest.ts';

export type ControlKind = 'workable' | 'input';

const selectors: { readonly [kind in ControlKind]: string } = {
  workable:
    'button, a[href], [role=button], [role=link], [role=tab], [role=menuitem], [type=checkbox], [type=radio]',
  input: 'input:not([type=hidden]), select, textarea, [contenteditable=true]',
};

const kindWords: { readonly [kind in ControlKind]: string } = {
  workable: 'button, link, tab or menu item',
  input: 'input',
};

/** Names of what is seen of a kind, the page's own before those of its frame; it travels into the browser, so it stands alone. */
function namesSeen(selector: string): readonly string[] {
  const words = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const nameOf = (element: Element): string => {
    const referred = (element.getAttribute('aria-labelledby') ?? '')
      .split(' ')
      .map((id) => words(document.getElementById(id)?.textContent))
      .join(' ');
    const labels = 'labels' in element ? [...((element.labels as NodeListOf<Element> | null) ?? [])] : [];
    return (
      words(referred) ||
      words(element.getAttribute('aria-label')) ||
      words(labels.map((label) => label.textContent).join(' ')).replace(/\s*\*$/, '') ||
      (element.matches('input, select, textarea') ? '' : words(element.textContent)) ||
      words(element.getAttribute('title'))
    );
  };
  const seen = [...document.querySelectorAll(selector)].filter((element) =>
    element.checkVisibility({ visibilityProperty: true }),
  );
  const own = seen.filter((element) => element.closest('main'));
  return [...own, ...seen.filter((element) => !own.includes(element))].map(nameOf);
}

const mostNames = 10;

/** At most ten names: those that hold what is wanted, then those that are spelled most alike. */
export function listNames(wanted: string, names: readonly string[]): string {
  const different = [...new Set(names)].filter((name) => name !== '');
  if (different.length === 0) return 'none';
  const sought = wanted.toLowerCase();
  const far = (name: string) =>
    name.includes(sought) ? 0 : editDistance(sought, name, Math.ceil(sought.length / 2));
  const told = different
    .map((name) => ({ name, far: far(name.toLowerCase()) }))
    .sort((a, b) => a.far - b.far)
    .slice(0, mostNames)
    .map(({ name }) => `"${name.slice(0, 60)}"`);
  const more = different.length - told.length;
  return `${told.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Says that a control is not there, and which of its kind are. */
export async function missingControl(page: Page, kind: ControlKind, name: string): Promise<string> {
  const names = await page.evaluate(namesSeen, selectors[kind]);
  return `there is no ${kindWords[kind]} "${name}"; there is: ${listNames(name, names)}`;
}

/** Says that a list has no such entry, and which it has; what stands in its input is lost. */
export async function missingOption(input: Locator, label: string, option: string): Promise<string> {
  const own = await input.evaluate((element) =>
    element instanceof HTMLSelectElement ? [...element.options].map((one) => one.label) : null,
  );
  if (own === null) await input.fill('');
  const names =
    own ??
    (await input
      .page()
      .locator('[role=option]:not([aria-disabled=true])')
      .evaluateAll((entries) =>
        entries.map((entry) =>
          [...entry.children]
            .map((part) => part.textContent)
            .join(' ')
            .trim(),
        ),
      ));
  return `the list "${label}" has no entry "${option}"; it has: ${listNames(option, names)}`;
}

/** Grids of which rows are not drawn; null when every row is. It travels into the browser, so it stands alone. */
function countUndrawn(): { readonly rows: number; readonly drawn: number } | null {
  for (const grid of document.querySelectorAll('[role=grid], [role=treegrid]')) {
    const totals = grid.querySelectorAll('.cad-grid-totals [role=row]').length;
    const rows = Number(grid.getAttribute('aria-rowcount') ?? -1) - 1 - totals;
    const drawn = [...grid.querySelectorAll('[role=row]')].filter(
      (row) => row.querySelector('[role=gridcell]') !== null && !row.closest('.cad-grid-totals'),
    ).length;
    if (rows > drawn) return { rows, drawn };
  }
  return null;
}

/** A hint where a text or a cell may lie out of view; empty when every row of every grid is drawn. */
export async function outOfView(page: Page): Promise<string> {
  const undrawn = await page.evaluate(countUndrawn);
  return undrawn === null
    ? ''
    : `; the grid draws ${undrawn.drawn} of its ${undrawn.rows} rows, those in view: narrow it by a filter or by "Find in the grid"`;
}
