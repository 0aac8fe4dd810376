// @vitest-environment jsdom

import { cleanup, configure, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { EntityField } from '#src/core/entity.ts';
import type { BlockFinding } from '#src/core/link/block-linker.ts';
import type { LinkedAction, LinkedBlock, LinkedScreen } from '#src/core/linked.ts';
import type { ActOutcome, BlockProps, Visit } from '#src/render/block-props.ts';
import { RegistriesProvider } from '#src/render/parts.tsx';
import { widgets } from '#src/widgets/index.ts';
import { bookContext, bookEntity, bookField, genres } from '#tests/support/book.ts';
import { link } from './link.ts';
import { Search } from './search.tsx';

afterEach(cleanup);
// Parts load when first used; a slow machine must not fail a test.
configure({ asyncUtilTimeout: 20_000 });

const text: Partial<EntityField> = { search: ['contains', 'eq', 'empty'] };
const book = bookEntity([
  bookField('id', { type: 'integer', format: 'id', title: 'Book ID', search: ['eq', 'oneof'] }),
  bookField('title', text),
  bookField('genre', { codes: 'genre', search: ['oneof', 'eq'] }),
  bookField('bought_on', {
    title: 'Bought',
    type: 'date',
    format: 'date',
    search: ['between', 'eq', 'empty'],
  }),
  bookField('price', { type: 'integer', format: 'currency', search: ['between'] }),
  bookField('shelf', { type: 'number', format: 'area', search: ['between'] }),
  bookField('secret'),
]);

function linked(given: object): { block: LinkedBlock; findings: readonly BlockFinding[] } {
  const base = { id: 'search', type: 'search', title: null, visibleWhen: null, data: null, list: 'books' };
  const { context, findings } = bookContext(book);
  const block = link(
    { ...base, simple: [], full: true, quick: true, recent: true, favourites: true, ...given } as LinkedBlock,
    context,
  );
  return { block: JSON.parse(JSON.stringify(block)) as LinkedBlock, findings };
}

const none = () => undefined;

function visitOf(): Visit {
  const kept = new Map<string, unknown>();
  return {
    get: (key) => kept.get(key),
    set: (key, value) => void kept.set(key, JSON.parse(JSON.stringify(value))),
  };
}

function draw(
  given: object = {},
  visit: Visit = visitOf(),
  answer?: ActOutcome,
  kept: (step: LinkedAction) => unknown = () => null,
) {
  const steps: LinkedAction[] = [];
  const props = {
    block: linked(given).block,
    screen: {
      codes: {
        genre: genres,
      },
    } as unknown as LinkedScreen,
    act: async (plan: readonly LinkedAction[]): Promise<ActOutcome> => {
      steps.push(...plan);
      const [first] = plan;
      if (first?.operation === 'record.search') return answer ?? { done: true, value: { hash: 'h1' } };
      return { done: true, value: first ? kept(first) : null };
    },
    visit,
    text: () => '',
    sources: {},
    source: null,
    setDirty: none,
    renderBlock: () => null,
  } as unknown as BlockProps;
  const { unmount } = render(
    <RegistriesProvider value={{ blocks: new Map(), widgets, actions: new Map() } as never}>
      <Search {...props} />
    </RegistriesProvider>,
  );
  return { steps, unmount, visit };
}

const calls = (steps: readonly LinkedAction[]) => steps.filter((step) => step.operation === 'record.search');
const routes = (steps: readonly LinkedAction[]) =>
  steps.filter((step) => step.type === 'navigate').map((step) => step.to);

describe('search', () => {
  it('searches what is filled in, by the operators that suit, and leads to the result', async () => {
    const { steps } = draw({
      simple: [{ id: 'title' }, { id: 'genre' }, { id: 'bought_on' }, { id: 'price' }, { id: 'shelf' }],
    });
    await userEvent.type(await screen.findByLabelText(/^Title/), 'sea');
    await userEvent.click(await screen.findByRole('combobox', { name: /^Genre/ }));
    await userEvent.keyboard('po{Enter}');
    await userEvent.type(await screen.findByLabelText('Bought from'), '01/07/2024');
    await userEvent.type(await screen.findByLabelText('Price to'), '$1,000');
    await userEvent.type(await screen.findByLabelText('Shelf from'), '2 ha');
    await userEvent.keyboard('{Enter}');
    expect(calls(steps)).toEqual([
      {
        type: 'call',
        operation: 'record.search',
        params: { list: 'books' },
        body: {
          searchType: 'simple',
          isRecent: true,
          criteria: [
            { fld: 'title', op: 'contains', val: 'sea' },
            { fld: 'genre', op: 'oneof', val: ['PO'] },
            { fld: 'bought_on', op: 'between', val: ['2024-07-01', null] },
            { fld: 'price', op: 'between', val: [null, 1000] },
            { fld: 'shelf', op: 'between', val: [20000, null] },
          ],
        },
      },
    ]);
    expect(routes(steps)).toEqual(['/book/result/h1']);
  });

  it('goes straight to the record of a single id', async () => {
    const { steps } = draw({ simple: [{ id: 'id' }] });
    await userEvent.type(await screen.findByLabelText(/^Book ID is one of/), '42{Enter}');
    expect(calls(steps)).toEqual([]);
    expect(routes(steps)).toEqual(['/book/42']);
  });

  it('opens the record of the id box and refuses what is no id', async () => {
    const { steps } = draw({ simple: [{ id: 'title' }] });
    const box = screen.getByRole('textbox', { name: 'Book ID' });
    await userEvent.type(box, '4x{Enter}');
    expect(screen.getByText('Type the digits of one ID.')).toBeDefined();
    await userEvent.clear(box);
    await userEvent.type(box, '4{Enter}');
    expect(routes(steps)).toEqual(['/book/4']);
  });

  it('refuses a range in the wrong order and a date that is none', async () => {
    const { steps } = draw({ simple: [{ id: 'bought_on' }, { id: 'price' }] });
    await userEvent.type(await screen.findByLabelText('Price from'), '10');
    await userEvent.type(await screen.findByLabelText('Price to'), '5');
    await userEvent.type(await screen.findByLabelText('Bought from'), '31/02/2024{Enter}');
    expect(calls(steps)).toEqual([]);
    expect(screen.getByText('Max value must be >= min value')).toBeDefined();
    expect(screen.getByText('Invalid date')).toBeDefined();
    expect(screen.getByText('2 criteria need attention.')).toBeDefined();
  });

  it('copies the simple criteria to the full search, where rows are added, changed and removed', async () => {
    const { steps } = draw({ simple: [{ id: 'title' }] });
    await userEvent.type(await screen.findByLabelText(/^Title/), 'sea');
    await userEvent.click(screen.getByRole('button', { name: 'Make full' }));
    expect(screen.getByLabelText('Criterion 1: field')).toHaveProperty('value', 'title');
    await userEvent.click(screen.getByRole('button', { name: 'Add a criterion' }));
    await userEvent.selectOptions(screen.getByLabelText('Criterion 2: field'), 'Bought');
    await userEvent.selectOptions(screen.getByLabelText('Criterion 2: operator'), 'is empty');
    await userEvent.click(screen.getByRole('button', { name: 'Add a criterion' }));
    await userEvent.click(screen.getByRole('button', { name: 'Remove criterion 3' }));
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(calls(steps)[0]?.body).toEqual({
      searchType: 'full',
      isRecent: true,
      criteria: [
        { fld: 'title', op: 'contains', val: 'sea' },
        { fld: 'bought_on', op: 'empty' },
      ],
    });
  });

  it('is as it was left when the person comes back', async () => {
    const first = draw({ simple: [{ id: 'title' }] });
    await userEvent.type(await screen.findByLabelText(/^Title/), 'sea');
    first.unmount();
    draw({ simple: [{ id: 'title' }] }, first.visit);
    expect(await screen.findByLabelText(/^Title/)).toHaveProperty('value', 'sea');
  });

  it('tells a refusal and keeps the criteria', async () => {
    const failure = {
      status: 400,
      code: 'x',
      message: 'A field is unknown.',
      reference: null,
      errors: [],
      details: {},
    };
    draw({ simple: [{ id: 'title' }] }, visitOf(), { done: false, failure });
    await userEvent.type(await screen.findByLabelText(/^Title/), 'sea{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('A field is unknown.');
    expect(screen.getByLabelText(/^Title/)).toHaveProperty('value', 'sea');
  });
});

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
function searches(...given: readonly (typeof sea | typeof old)[]) {
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
});

describe('linking a search', () => {
  it('reports a field that cannot be searched and an operator that it does not have', () => {
    const { findings } = linked({ simple: [{ id: 'secret' }, { id: 'price', op: 'contains' }] });
    expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
      'not-searchable /simple/0/id',
      'unknown-operator /simple/1/op',
    ]);
  });
});
