// @vitest-environment jsdom

import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { calls, draw, drawsSearches, linked, routes, visitOf } from './test-support.tsx';

drawsSearches();

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
    expect(screen.getByText(/^Bought: .*|^Price: /).textContent).toBe(
      'Bought: Invalid date. Type it as 21-Jul-2025, 2025-07-21, 21/07/2025 or 21072025. Price: Max value must be >= min value.',
    );
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

describe('the cursor', () => {
  const first = { simple: [{ id: 'title' }, { id: 'shelf' }] };

  it('is in the first field as soon as the page is there', async () => {
    draw(first);
    const title = await screen.findByLabelText(/^Title/);
    await waitFor(() => expect(document.activeElement).toBe(title));
    await userEvent.keyboard('sea');
    expect(title).toHaveProperty('value', 'sea');
  });

  it('is in the first row of the full search where that was left open', async () => {
    const { visit, unmount } = draw(first);
    await userEvent.click(screen.getByRole('radio', { name: 'Full' }));
    unmount();
    draw(first, visit);
    expect(document.activeElement).toBe(screen.getByLabelText('Criterion 1: field'));
  });

  it('stays where the person has put it, and out of a search that is not the first of its page', async () => {
    draw(first);
    const box = screen.getByRole('textbox', { name: 'Book ID' });
    box.focus();
    await screen.findByLabelText(/^Title/);
    await screen.findByLabelText('Shelf from');
    expect(document.activeElement).toBe(box);
    cleanup();
    draw(first, visitOf(), undefined, () => null, undefined, { first: false });
    await screen.findByLabelText(/^Title/);
    await screen.findByLabelText('Shelf from');
    expect(document.activeElement).toBe(document.body);
  });
});

describe('the live count', () => {
  const simple = [{ id: 'title' }];
  const drawn = (count: (input: object, signal: AbortSignal) => Promise<object>) =>
    draw({ simple }, visitOf(), undefined, () => null, undefined, { count });

  it('tells beside Search how many records the criteria find', async () => {
    const asked: unknown[] = [];
    drawn(async (input) => {
      asked.push(input);
      return { count: 1234, more: false };
    });
    await userEvent.type(await screen.findByLabelText(/^Title/), 'sea');
    expect(await screen.findByText('1,234 books')).toBeDefined();
    expect(asked).toEqual([
      { params: { list: 'books' }, body: { criteria: [{ fld: 'title', op: 'contains', val: 'sea' }] } },
    ]);
    await userEvent.clear(screen.getByLabelText(/^Title/));
    expect(screen.queryByText('1,234 books')).toBeNull();
    expect(screen.getByText('No criteria: all records are found.')).toBeDefined();
  });

  it.each([
    [{ count: 0, more: false }, 'No books'],
    [{ count: 1, more: false }, '1 book'],
    [{ count: 10_000, more: true }, 'More than 10,000 books'],
    [{ count: null, more: false }, 'Not counted: it would take a while.'],
  ])('says of %j "%s"', async (answer, words) => {
    drawn(() => Promise.resolve(answer));
    await userEvent.type(await screen.findByLabelText(/^Title/), 'sea');
    expect(await screen.findByText(words)).toBeDefined();
  });

  it('takes an older question back, and never shows its answer', async () => {
    const questions: { val: unknown; signal: AbortSignal; answer: (n: number) => void }[] = [];
    drawn(
      (input, signal) =>
        new Promise((resolve) => {
          const [{ val }] = Reflect.get(Reflect.get(input, 'body'), 'criteria');
          questions.push({ val, signal, answer: (count) => resolve({ count, more: false }) });
        }),
    );
    const title = await screen.findByLabelText(/^Title/);
    await userEvent.type(title, 'sea');
    await waitFor(() => expect(questions).toHaveLength(1));
    await userEvent.type(title, 's');
    expect(questions[0]?.signal.aborted).toBe(true);
    await waitFor(() => expect(questions).toHaveLength(2));
    questions[1]?.answer(7);
    expect(await screen.findByText('7 books')).toBeDefined();
    questions[0]?.answer(9);
    await userEvent.tab();
    expect(screen.getByText('7 books')).toBeDefined();
    expect(questions.map(({ val }) => val)).toEqual(['sea', 'seas']);
  });

  it('says nothing where it fails, or where a criterion cannot be read', async () => {
    let asked = 0;
    drawn(() => {
      asked += 1;
      return Promise.reject(new Error('no'));
    });
    await userEvent.type(await screen.findByLabelText(/^Title/), 'sea');
    await waitFor(() => expect(asked).toBe(1));
    await waitFor(() => expect(document.querySelector('.cad-search-count')?.textContent).toBe(''));
  });
});

describe('a field whose codes a reference list knows', () => {
  it('is picked from that list, old items last, and named by its codes', async () => {
    const { steps } = draw({ simple: [{ id: 'room' }] });
    await userEvent.click(await screen.findByRole('combobox', { name: /^Room/ }));
    await waitFor(() =>
      expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual([
        'A1Attic',
        'C1Cellar',
      ]),
    );
    await userEvent.keyboard('cell{Enter}');
    expect(screen.getByRole('button', { name: 'Remove C1' })).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Search' }));
    expect(calls(steps)[0]?.body).toMatchObject({ criteria: [{ fld: 'room', op: 'oneof', val: ['C1'] }] });
  });
});

describe('an id', () => {
  it('is typed in one place: the simple search, or a box where that does not ask for it', async () => {
    draw({ simple: [{ id: 'id' }, { id: 'title' }] });
    expect(await screen.findByLabelText(/^Book ID/)).toBeDefined();
    expect(screen.getAllByLabelText(/^Book ID/)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Open' })).toBeNull();
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
