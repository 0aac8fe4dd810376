// @vitest-environment jsdom

import { cleanup, configure, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { RegistriesProvider, WidgetPart } from '#src/render/parts.tsx';
import type { ApiPort } from '#src/render/ports.ts';
import { ApiProvider } from '#src/render/ports.ts';
import type { WidgetProps } from '#src/render/widget-props.ts';
import { widgets } from './index.ts';

afterEach(cleanup);
// Parts load when first used; a slow machine must not fail a test.
configure({ asyncUtilTimeout: 20_000 });

const refuse = () => Promise.reject(new Error('not called'));
const lists = {
  shelves: [
    { code: 'A1', name: 'Shelf A1' },
    { code: 'B2', name: 'Shelf B2' },
  ],
};
const api: ApiPort = { base: '', call: () => Promise.resolve(lists), upload: refuse, file: refuse };
const genres = [
  { code: 'NO', label: 'Novel' },
  { code: 'PO', label: 'Poems' },
  { code: 'OLD', label: 'Almanac', active: false },
];

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
    <ApiProvider value={api}>
      <RegistriesProvider value={{ blocks: new Map(), widgets, actions: new Map() } as never}>
        <Controlled type={type} first={first} more={more} heard={heard} />
      </RegistriesProvider>
    </ApiProvider>,
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

  it.each(['reference', 'district'])('%s takes an item of a list of the server', async (type) => {
    const { heard, input } = await draw(type, null, { options: { list: 'shelves' } });
    await userEvent.click(input);
    await userEvent.click(await screen.findByText('Shelf B2'));
    expect(heard.value).toBe('B2');
  });
});
