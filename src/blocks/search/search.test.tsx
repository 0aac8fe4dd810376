// @vitest-environment jsdom

import { screen } from '@testing-library/react';
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

describe('linking a search', () => {
  it('reports a field that cannot be searched and an operator that it does not have', () => {
    const { findings } = linked({ simple: [{ id: 'secret' }, { id: 'price', op: 'contains' }] });
    expect(findings.map(({ rule, pointer }) => `${rule} ${pointer}`)).toEqual([
      'not-searchable /simple/0/id',
      'unknown-operator /simple/1/op',
    ]);
  });
});
