// @vitest-environment jsdom
// Longer than the habit: one case a widget, by what every widget promises.

import { cleanup, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, describe, expect, it } from 'vitest';
import type { ManifestEntry } from '#src/core/linked.ts';
import { WidgetPart } from '#src/render/parts.tsx';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import { TodayProvider } from '#src/render/today.ts';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { testPage } from '#tests/support/block-props.tsx';
import { widgets } from './index.ts';

afterEach(cleanup);

const refuse = () => Promise.reject(new Error('not called'));
const lists = {
  shelves: [
    { code: 'A1', name: 'Shelf A1' },
    { code: 'B2', name: 'Shelf B2' },
  ],
};
const people = [
  { id: 3, username: 'ann', full_name: 'Ann Reader', valuer: true, active: true },
  { id: 4, username: 'ben', full_name: 'Ben Binder', valuer: false, active: true },
  { id: 5, username: 'cat', full_name: 'Cat Left', valuer: true, active: false },
];
const books = [
  { id: 41, label: 'Book 41', text: 'Emma' },
  { id: 42, label: 'Book 42', text: 'Emil' },
];
/** A list of books, as `record.lookup` answers for it. */
function booksBy({ text = '', ids }: { readonly text?: string; readonly ids?: string }) {
  const wanted = ids?.split(',');
  const items = books.filter((book) =>
    wanted ? wanted.includes(String(book.id)) : `${book.id} ${book.text.toLowerCase()}`.includes(text),
  );
  return { items, more: false };
}
const api: ApiPort = {
  base: '',
  call: async (operation, input) =>
    operation === 'user.list'
      ? people
      : operation === 'record.lookup'
        ? booksBy((input?.query ?? {}) as { readonly text?: string; readonly ids?: string })
        : lists,
  upload: refuse,
  file: refuse,
};
const genres = [
  { code: 'NO', label: 'Novel' },
  { code: 'PO', label: 'Poems' },
  { code: 'OLD', label: 'Almanac', active: false },
];

const perShelf = [{ id: 'shelf', in: 'route', type: 'text', entity: 'shelf' }] as const;
const loanPages = [
  testPage('/late/:shelf', { id: 'late', title: 'Late books', group: 'loans', params: perShelf }),
  // Of no shelf, and of another group.
  testPage('/all', { id: 'all', title: 'All loans', group: 'loans' }),
  testPage('/fines/:shelf', { id: 'fines', title: 'Fines', group: 'money', params: perShelf }),
];
const bookPage: ManifestEntry = {
  id: 'book/record',
  route: '/book/:id',
  alias: [],
  access: 'auth',
  hash: '',
  title: 'Book',
  group: null,
  summary: null,
  record: 'books',
  params: [{ id: 'id', in: 'route', type: 'integer', entity: null }],
};

interface Heard {
  value: unknown;
  problem: string | undefined;
}

function Controlled({
  type,
  first,
  more,
  heard,
}: {
  type: string;
  first: unknown;
  more: Partial<WidgetProps>;
  heard: Heard;
}) {
  const [value, setValue] = useState<unknown>(first);
  return (
    <>
      <label htmlFor="it">Thing</label>
      <WidgetPart
        type={type}
        id="it"
        name="thing"
        label="Thing"
        value={value}
        onChange={(next, problem) => {
          heard.value = next;
          heard.problem = problem;
          setValue(next);
        }}
        disabled={false}
        readOnly={false}
        required={false}
        invalid={false}
        describedBy={undefined}
        options={{}}
        codes={null}
        many={false}
        {...more}
      />
      <button type="button">Elsewhere</button>
    </>
  );
}

async function draw(type: string, first: unknown = null, more: Partial<WidgetProps> = {}) {
  const heard: Heard = { value: first, problem: undefined };
  render(
    <MemoryRouter>
      <PortsProvider
        api={api}
        manifest={[bookPage, ...loanPages]}
        registries={{ blocks: new Map(), widgets, actions: new Map() } as never}
      >
        <TodayProvider value="2024-03-31">
          <Controlled type={type} first={first} more={more} heard={heard} />
        </TodayProvider>
      </PortsProvider>
    </MemoryRouter>,
  );
  const input = await waitFor(() => {
    const found = document.getElementById('it');
    if (!(found instanceof HTMLInputElement || found instanceof HTMLTextAreaElement))
      throw new Error('not drawn yet');
    return found;
  });
  return { heard, input };
}

const leave = () => userEvent.click(screen.getByRole('button', { name: 'Elsewhere' }));

describe('inputs', () => {
  it.each([
    ['text', {}, 'Emma', 'Emma', 'Emma'],
    ['text', { upper: true }, 'emma', 'EMMA', 'EMMA'],
    ['textarea', {}, 'two{Enter}lines', 'two\nlines', 'two\nlines'],
    ['password', {}, 's3cret', 's3cret', 's3cret'],
    ['integer', {}, '1200', 1200, '1,200'],
    ['integer', { grouped: false }, '1200', 1200, '1200'],
    ['number', { decimals: 2 }, '1200.5', 1200.5, '1,200.5'],
    ['currency', {}, '$1,200', 1200, '$1,200'],
    ['date', {}, '05032024', '2024-03-05', '05-Mar-2024'],
    ['area', {}, '2.5 ha', 25000, '25,000 m²'],
    ['area', { withUnit: true }, '2.5ha', { m2: 25000, unit: 'H' }, '2.5 ha'],
    ['base-year', {}, '2024', 2024, '2024'],
  ])('%s %j: "%s" is a value, written in its form when left', async (type, options, text, value, shown) => {
    const { heard, input } = await draw(type, null, { options });
    await userEvent.type(input, text);
    expect(heard).toEqual({ value, problem: undefined });
    await leave();
    expect(input.value).toBe(shown);
    await userEvent.clear(input);
    expect(heard).toEqual({ value: null, problem: undefined });
  });

  it.each([
    ['integer', '1.5'],
    ['number', 'x'],
    ['currency', '10.50'],
    ['date', '31-Feb-2024'],
    ['area', 'a lot'],
    ['base-year', '24'],
  ])('%s: "%s" is no value; it stays on screen with its problem', async (type, text) => {
    const { heard, input } = await draw(type);
    await userEvent.type(input, text);
    await leave();
    expect(heard.problem).toBeDefined();
    expect(input.value).toBe(text);
  });

  it('steps a date and a year by the arrow keys', async () => {
    const { heard, input } = await draw('date', '2024-02-28');
    input.focus();
    await userEvent.keyboard('{ArrowUp}{ArrowUp}');
    expect(heard.value).toBe('2024-03-01');
  });

  it('keeps a base date a base date', async () => {
    const { heard, input } = await draw('base-year', '2024-07-01');
    expect(input.value).toBe('2024');
    input.focus();
    await userEvent.keyboard('{ArrowUp}');
    expect(heard.value).toBe('2025-07-01');
  });

  it('answers yes, no and neither', async () => {
    const box = await draw('checkbox', false);
    await userEvent.click(box.input);
    expect(box.heard.value).toBe(true);
    cleanup();
    const three = await draw('checkbox', null, { options: { neither: true } });
    await userEvent.type(three.input, 'no{Enter}');
    expect(three.heard.value).toBe(false);
    await userEvent.clear(three.input);
    expect(three.heard.value).toBeNull();
  });
});

describe('a per cent', () => {
  it('is typed as it is read and kept as a share', async () => {
    const { heard, input } = await draw('percent', 0.018);
    expect(input.value).toBe('1.8 %');
    await userEvent.clear(input);
    await userEvent.type(input, '5');
    expect(heard).toEqual({ value: 0.05, problem: undefined });
    await userEvent.tab();
    expect(input.value).toBe('5 %');
    await userEvent.clear(input);
    await userEvent.type(input, 'half');
    expect(heard.problem).toContain('is not a number');
  });
});

describe('ranges', () => {
  it.each([
    [
      'date-range',
      '01/01/2024',
      '01/01/2023',
      ['2024-01-01', '2023-01-01'],
      'The last date must not be before the first',
    ],
    ['currency-range', '$10', '$5', [10, 5], 'Max value must be >= min value'],
    ['number-range', '1.5', '1', [1.5, 1], 'Max value must be >= min value'],
    ['area-range', '1 ha', '500', [10000, 500], 'Max value must be >= min value'],
  ])(
    '%s says when its ends are in the wrong order, and takes them in the right one',
    async (type, from, to, pair, problem) => {
      const { heard, input } = await draw(type);
      await userEvent.type(input, from);
      expect(heard).toEqual({ value: [pair[0], null], problem: undefined });
      const other = screen.getByLabelText('Thing to') as HTMLInputElement;
      await userEvent.type(other, to);
      expect(heard).toEqual({ value: pair, problem });
      await userEvent.clear(input);
      expect(heard).toEqual({ value: [null, pair[1]], problem: undefined });
      await userEvent.clear(other);
      expect(heard).toEqual({ value: null, problem: undefined });
    },
  );

  it('blames the end that was changed', async () => {
    const { heard, input } = await draw('currency-range', [1, 5]);
    await userEvent.clear(input);
    await userEvent.type(input, '9');
    expect(heard.problem).toBe('Min value must be <= max value');
  });
});

describe('presets of a date range', () => {
  const preset = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Thing preset' });

  it('offer the seven specified ranges and three of months, and fill both days', async () => {
    const { heard, input } = await draw('date-range');
    expect([...preset().options].map((option) => option.text)).toEqual([
      'Custom range',
      'Last month',
      'This month',
      'Last week',
      'This week',
      'Yesterday',
      'Today',
      'Last 3 months',
      'Last 6 months',
      'Last 12 months',
    ]);
    await userEvent.type(input, 'soon');
    expect(heard.problem).toBe('Invalid date');
    await userEvent.selectOptions(preset(), 'Last month');
    expect(heard).toEqual({ value: ['2024-02-01', '2024-02-29'], problem: undefined });
    expect(input.value).toBe('01-Feb-2024');
    expect((screen.getByLabelText('Thing to') as HTMLInputElement).value).toBe('29-Feb-2024');
  });

  it('follow what is typed, and keep the days for a range of one’s own', async () => {
    const { heard, input } = await draw('date-range', ['2024-03-31', '2024-03-31']);
    expect(preset().selectedOptions[0]?.text).toBe('Today');
    await userEvent.selectOptions(preset(), 'Custom range');
    expect(heard.value).toEqual(['2024-03-31', '2024-03-31']);
    expect(document.activeElement).toBe(input);
    await userEvent.clear(input);
    await userEvent.type(input, '30/03/2024');
    expect(heard.value).toEqual(['2024-03-30', '2024-03-31']);
    expect(preset().selectedOptions[0]?.text).toBe('Custom range');
  });

  it('are left out where the definition says so', async () => {
    await draw('date-range', null, { options: { presets: false } });
    expect(screen.queryByLabelText('Thing preset')).toBeNull();
  });
});

describe('the calendar of a day', () => {
  it('opens by Alt and the arrow down, gives the picked day and the focus back', async () => {
    const { heard, input } = await draw('date', '2024-02-28');
    input.focus();
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}');
    await screen.findByRole('dialog', { name: 'Calendar: Thing' });
    await userEvent.click(screen.getByRole('gridcell', { name: '29' }));
    expect(heard).toEqual({ value: '2024-02-29', problem: undefined });
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(input);
    expect(input.value).toBe('29-Feb-2024');
  });

  it('closes without a choice by Escape and by going elsewhere', async () => {
    const { heard, input } = await draw('date', '2024-02-28');
    await userEvent.click(screen.getByRole('button', { name: 'Calendar' }));
    await screen.findByRole('dialog');
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement).toBe(input);
    await userEvent.click(screen.getByRole('button', { name: 'Calendar' }));
    await screen.findByRole('dialog');
    await leave();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(heard.value).toBe('2024-02-28');
  });

  it('is not offered where nothing may be changed', async () => {
    await draw('date', '2024-02-28', { readOnly: true });
    expect(screen.queryByRole('button', { name: 'Calendar' })).toBeNull();
  });
});

describe('choosing a code', () => {
  it('finds by typing and takes by Enter; Escape takes nothing', async () => {
    const { heard, input } = await draw('code', null, { codes: genres });
    await userEvent.type(input, 'poe{Escape}');
    expect(heard.value).toBeNull();
    expect(input.value).toBe('');
    await userEvent.type(input, 'poe{Enter}');
    expect(heard.value).toBe('PO');
    expect(input.value).toBe('Poems');
    expect(input.getAttribute('aria-expanded')).toBe('false');
  });

  it('replaces what is chosen by what is typed, whoever gives the focus', async () => {
    const { heard, input } = await draw('code', 'NO', { codes: genres });
    input.focus();
    await userEvent.keyboard('poe{Enter}');
    expect(heard.value).toBe('PO');
    expect(input.value).toBe('Poems');
    await userEvent.keyboard('nov{Enter}');
    expect(heard.value).toBe('NO');
  });

  it('moves by arrows and names the active option', async () => {
    const { heard, input } = await draw('code', 'NO', { codes: genres });
    input.focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    const active = document.getElementById(input.getAttribute('aria-activedescendant') ?? '');
    expect(active?.textContent).toBe('Poems');
    await userEvent.keyboard('{Enter}');
    expect(heard.value).toBe('PO');
  });

  it('says when there is no match and when there is nothing at all', async () => {
    const { input } = await draw('code', null, { codes: genres });
    await userEvent.type(input, 'zzz');
    expect(screen.getByText('No matches')).toBeDefined();
    cleanup();
    const empty = await draw('code', null, { codes: [] });
    await userEvent.click(empty.input);
    expect(screen.getByText('No items')).toBeDefined();
  });

  it('hides inactive codes but shows one that is stored', async () => {
    const { input } = await draw('code', null, { codes: genres });
    await userEvent.click(input);
    expect(screen.queryByText('Almanac')).toBeNull();
    cleanup();
    const stored = await draw('code', 'OLD', { codes: genres });
    expect(stored.input.value).toBe('Almanac');
  });

  it('takes several, shows them and removes them', async () => {
    const { heard, input } = await draw('codes', null, { codes: genres, many: true });
    await userEvent.type(input, 'nov{Enter}poe{Enter}');
    expect(heard.value).toEqual(['NO', 'PO']);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Novel' }));
    expect(heard.value).toEqual(['PO']);
    await userEvent.keyboard('{Backspace}');
    expect(heard.value).toBeNull();
  });

  it('takes a day, a month and a step of a trend from their lists, whatever they are stored as', async () => {
    const day = await draw('day', 5);
    expect(day.input.value).toBe('05');
    cleanup();
    const month = await draw('month');
    await userEvent.type(month.input, 'mar{Enter}');
    expect(month.heard.value).toBe('03');
    cleanup();
    const trend = await draw('trend', 4);
    expect(trend.input.value).toBe('+4 Very strong increase');
    await userEvent.clear(trend.input);
    await userEvent.type(trend.input, '-2{Enter}');
    expect(trend.heard.value).toBe('-2');
    expect(trend.input.value).toBe('−2 Moderate decrease');
  });

  it('takes people by name: those who left only where they are stored, valuers only where asked', async () => {
    const { heard, input } = await draw('users', null, { many: true });
    await userEvent.click(input);
    await userEvent.click(await screen.findByText('Ben Binder'));
    await userEvent.click(screen.getByText('Ann Reader'));
    expect(heard.value).toEqual(['4', '3']);
    expect(screen.queryByText('Cat Left')).toBeNull();
    cleanup();
    const stored = await draw('users', 5, { options: { valuersOnly: true } });
    await waitFor(() => expect(stored.input.value).toBe('Cat Left'));
    await userEvent.clear(stored.input);
    expect(screen.getByText('Ann Reader')).toBeDefined();
    expect(screen.queryByText('Ben Binder')).toBeNull();
  });

  it('ticks several of a list, in the list’s order, and says where they are too many', async () => {
    const options = { list: 'shelves', showCodes: true, most: 1 };
    const { heard, input } = await draw('ticks', null, { options, many: true });
    await userEvent.click(await screen.findByRole('checkbox', { name: 'B2 Shelf B2' }));
    expect(heard).toEqual({ value: ['B2'], problem: undefined });
    expect(screen.getByRole('status').textContent).toBe('1 of 2 ticked, 1 at most');
    await userEvent.click(screen.getByRole('checkbox', { name: 'A1 Shelf A1' }));
    expect(heard).toEqual({ value: ['A1', 'B2'], problem: '2 are ticked, and 1 are the most.' });
    await userEvent.click(screen.getByRole('button', { name: /tick none/ }));
    expect(heard).toEqual({ value: null, problem: undefined });
    // What is typed leaves the others out, of All too; Enter ticks the first that is left.
    await userEvent.type(input, 'b2');
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: /tick all/ }));
    expect(heard.value).toEqual(['B2']);
    await userEvent.type(input, '{Enter}');
    expect(heard.value).toBeNull();
    await userEvent.type(input, '{Escape}');
    expect(screen.getAllByRole('checkbox')).toHaveLength(2);
  });

  it('ticks pages of groups that the person may open, by what their address takes', async () => {
    const options = { groups: [{ id: 'loans', title: 'Loans' }], per: 'shelf' };
    const { heard } = await draw('pages', null, { options, many: true });
    const boxes = screen.getAllByRole('checkbox').map((box) => box.closest('label')?.textContent);
    expect(boxes).toEqual(['Late books']);
    expect(screen.getByRole('list', { name: 'Loans' })).toBeDefined();
    await userEvent.click(screen.getByRole('checkbox'));
    expect(heard.value).toEqual(['late']);
  });

  it.each(['reference', 'district'])('%s takes an item of a list of the server', async (type) => {
    const { heard, input } = await draw(type, null, { options: { list: 'shelves' } });
    await userEvent.click(input);
    await userEvent.click(await screen.findByText('Shelf B2'));
    expect(heard.value).toBe('B2');
  });
});

describe('choosing a record', () => {
  const options = { list: 'books' };

  it('finds by letters and takes by Enter; it is named, with a link to its page', async () => {
    const { heard, input } = await draw('record', null, { options });
    await userEvent.type(input, 'emi');
    await waitFor(() => expect(screen.queryByText('Emma')).toBeNull());
    await userEvent.clear(input);
    // Enter before the answer takes the first of it.
    await userEvent.type(input, 'emi{Enter}');
    await waitFor(() => expect(heard.value).toBe(42));
    await waitFor(() => expect(input.value).toBe('Book 42 · Emil'));
    const link = await screen.findByRole('link', { name: 'Open Book 42' });
    expect(link.getAttribute('href')).toBe('/book/42');
  });

  it('keeps Enter to itself while its list is open, and leaves it to the form afterwards', async () => {
    const { heard, input } = await draw('record', null, { options });
    const enter = () => !fireEvent.keyDown(input, { key: 'Enter' });
    await userEvent.type(input, 'emi');
    await screen.findByRole('option', { name: 'Book 42 Emil' });
    await waitFor(() => expect(screen.queryByText('Emma')).toBeNull());
    expect([enter(), heard.value, enter()]).toEqual([true, 42, false]);
    await userEvent.clear(input);
    await userEvent.type(input, '41');
    await screen.findByRole('option', { name: 'Book 41 Emma' });
    expect([enter(), heard.value, enter()]).toEqual([true, 41, false]);
    await userEvent.clear(input);
    expect([enter(), heard.value, enter()]).toEqual([true, null, false]);
  });

  it('takes a number as it is typed', async () => {
    const { heard, input } = await draw('record', null, { options });
    await userEvent.type(input, '41');
    expect(heard.value).toBe(41);
    expect(input.getAttribute('aria-activedescendant')).toBeNull();
    await userEvent.clear(input);
    expect(heard.value).toBeNull();
  });

  it('moves by arrows and names the active option; letters that are left change nothing', async () => {
    const { heard, input } = await draw('record', 41, { options });
    await waitFor(() => expect(input.value).toBe('Book 41 · Emma'));
    input.focus();
    await userEvent.keyboard('{ArrowDown}');
    await screen.findByRole('option', { name: 'Book 42 Emil' });
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    const active = document.getElementById(input.getAttribute('aria-activedescendant') ?? '');
    expect(active?.textContent).toBe('Book 42 Emil');
    await userEvent.keyboard('{Escape}');
    await userEvent.clear(input);
    await userEvent.type(input, 'nothing such');
    await screen.findByText('No matches');
    const enter = createEvent.keyDown(input, { key: 'Enter' });
    fireEvent(input, enter);
    expect(enter.defaultPrevented).toBe(true);
    await leave();
    expect(heard.value).toBe(41);
  });

  it('says of a stored one that it is not there, and keeps it', async () => {
    const { heard, input } = await draw('record', 77, { options });
    const note = await screen.findByText(/77 does not exist, or you may not see it. It stays/);
    expect(input.getAttribute('aria-describedby')).toBe(note.id);
    await leave();
    expect([heard.value, input.value]).toEqual([77, '77']);
  });

  it('takes several, typed and pasted by their numbers or found, and removes them', async () => {
    const { heard, input } = await draw('record', null, { options, many: true });
    await userEvent.click(input);
    await userEvent.paste('41, 99');
    expect(heard.value).toEqual([41, 99]);
    await leave();
    await screen.findByText('99 does not exist, or you may not see it');
    await userEvent.type(input, 'emi');
    await waitFor(() => expect(screen.queryByText('Emma')).toBeNull());
    await userEvent.click(await screen.findByRole('option', { name: 'Book 42 Emil' }));
    expect(heard.value).toEqual([41, 99, 42]);
    await userEvent.click(screen.getByRole('button', { name: 'Remove Book 41' }));
    expect(heard.value).toEqual([99, 42]);
  });
});
