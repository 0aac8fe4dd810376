// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { LinkedAction } from '#src/core/linked.ts';
import { calls, draw, drawsSearches, routes, visitOf } from './test-support.tsx';

drawsSearches();

const sea = {
  hash: 'sea',
  text: 'Title contains sea.',
  name: null,
  favourite: false,
  searchType: 'simple',
  criteria: [{ fld: 'title', op: 'contains', val: 'sea' }],
};
const old = {
  hash: 'old',
  text: 'Bought is empty; Price is between $1 and $9.',
  name: 'Old ones',
  favourite: true,
  searchType: 'full',
  criteria: [
    { fld: 'bought_on', op: 'empty' },
    { fld: 'price', op: 'between', val: [1, 9] },
  ],
};

/** The searches of a person, as a server keeps them. */
function searches(...given: readonly object[]) {
  let kept: readonly object[] = given;
  const change = (hash: unknown, next: (search: object) => object | null) => {
    kept = kept.flatMap((search) => {
      if (Reflect.get(search, 'hash') !== hash) return [search];
      const after = next(search);
      return after ? [after] : [];
    });
  };
  return (step: LinkedAction): unknown => {
    const hash = Reflect.get(Object(step.params), 'hash');
    if (step.operation === 'search.get') return kept.find((search) => Reflect.get(search, 'hash') === hash);
    if (step.operation === 'search.recent') return { items: kept };
    if (step.operation === 'search.favourites')
      return { items: kept.filter((search) => Reflect.get(search, 'favourite')) };
    if (step.operation === 'search.keep') change(hash, (search) => ({ ...search, ...Object(step.body) }));
    if (step.operation === 'search.forget') change(hash, () => null);
    return null;
  };
}
const namesIn = (list: string) =>
  within(screen.getByRole('list', { name: list }))
    .getAllByRole('button')
    .filter((button) => button.className === 'cad-link-button')
    .map((button) => button.textContent);

describe('kept searches', () => {
  it('open their result, favourites by their name and once', async () => {
    const { steps } = draw({}, visitOf(), undefined, searches(sea, old));
    await userEvent.click(await screen.findByRole('button', { name: 'Title contains sea.' }));
    await userEvent.click(screen.getByRole('button', { name: 'Old ones' }));
    expect(routes(steps)).toEqual(['/book/result/sea', '/book/result/old']);
    expect(namesIn('Favourite searches')).toEqual(['Old ones']);
    expect(namesIn('Recent searches')).toEqual(['Title contains sea.']);
  });

  it('fill the form in again, simple ones in the simple form, the others as rows', async () => {
    draw({ simple: [{ id: 'title' }] }, visitOf(), undefined, searches(sea, old));
    await userEvent.click(await screen.findByRole('button', { name: 'Fill in: Title contains sea.' }));
    expect(await screen.findByLabelText(/^Title/)).toHaveProperty('value', 'sea');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Search' }));
    await userEvent.click(screen.getByRole('button', { name: 'Fill in: Old ones' }));
    expect(screen.getByLabelText('Criterion 1: operator')).toHaveProperty('value', 'empty');
    expect(await screen.findByRole('textbox', { name: /Price from/ })).toHaveProperty('value', '$1');
    expect(screen.getByText('The criteria are filled in.')).toBeDefined();
  });

  it('fill the form in when a link brings one along, unless something was typed on that page before', async () => {
    const simple = { simple: [{ id: 'title' }] };
    const first = draw(simple, visitOf(), undefined, searches(sea), 'sea');
    await waitFor(() => expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'sea'));
    await userEvent.type(screen.getByLabelText(/^Title/), 'side');
    first.unmount();
    draw(simple, first.visit, undefined, searches(sea), 'sea');
    expect(await screen.findByLabelText(/^Title/)).toHaveProperty('value', 'seaside');
  });

  it('become favourites by the star, and are none any more by it', async () => {
    draw({}, visitOf(), undefined, searches(sea));
    await userEvent.click(await screen.findByRole('button', { name: 'Favourite: Title contains sea.' }));
    await screen.findByRole('list', { name: 'Favourite searches' });
    const star = screen.getByRole('button', { name: 'Favourite: Title contains sea.', pressed: true });
    await userEvent.click(star);
    await screen.findByRole('list', { name: 'Recent searches' });
    expect(screen.queryByRole('list', { name: 'Favourite searches' })).toBeNull();
  });

  it('are named by keyboard, and Escape leaves the name as it was', async () => {
    draw({}, visitOf(), undefined, searches(sea));
    await userEvent.click(await screen.findByRole('button', { name: 'Rename: Title contains sea.' }));
    await userEvent.keyboard('Sea books{Enter}');
    await screen.findByRole('button', { name: 'Sea books' });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Rename: Sea books' }));
    await userEvent.keyboard('{Enter}Other{Escape}');
    expect(screen.getByRole('button', { name: 'Sea books' })).toBeDefined();
    await userEvent.keyboard('{Enter}{Backspace}{Enter}');
    expect(await screen.findByRole('button', { name: 'Title contains sea.' })).toBeDefined();
  });

  it('go when removed; a favourite is asked about', async () => {
    const { steps } = draw({}, visitOf(), undefined, searches(sea, old));
    await userEvent.click(await screen.findByRole('button', { name: 'Remove: Title contains sea.' }));
    await waitFor(() => expect(screen.queryByText('Title contains sea.')).toBeNull());
    await userEvent.click(screen.getByRole('button', { name: 'Remove: Old ones' }));
    expect(steps.filter(({ type }) => type === 'confirm')).toHaveLength(1);
  });

  it('are not offered where the definition leaves them out', async () => {
    const { steps } = draw({ recent: false, favourites: false }, visitOf(), undefined, searches(sea));
    await screen.findByLabelText(/^Title/);
    expect(steps).toEqual([]);
  });

  it('keep the place that they were searched around, until it is taken away', async () => {
    const val = { lat: -32.73, lon: 151.55, metres: 500, of: 'Shelf 9' };
    const near = { fld: 'position', op: 'within', val };
    const title = { fld: 'title', op: 'contains', val: 'sea' };
    const search = { ...sea, hash: 'near', criteria: [near, title] };
    const { steps } = draw({ simple: [{ id: 'title' }] }, visitOf(), undefined, searches(search), 'near');
    expect(await screen.findByText('Within 500 m of Shelf 9')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(calls(steps).map(({ body }) => Object(body).criteria)).toEqual([[near, title]]);
    await userEvent.click(screen.getByRole('button', { name: 'Search everywhere' }));
    expect(screen.queryByText('Within 500 m of Shelf 9')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(calls(steps).map(({ body }) => Object(body).criteria)).toEqual([[near, title], [title]]);
  });
});
