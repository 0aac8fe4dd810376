// @vitest-environment jsdom
import { cleanup, fireEvent, screen as page } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { keysOfPage } from '#src/render/keys.ts';
import { type GridCan, gridKeys, keysOfGrid } from './grid-keys.ts';
import { mount, source } from './test-support-mount.tsx';

const rows = [
  { id: 1, name: 'Oak', price: 10 },
  { id: 2, name: 'Elm', price: 40 },
  { id: 3, name: 'Ash', price: 30 },
];
const listed = source({ kind: 'operation', value: { rows } });

afterEach(cleanup);

const eventOf = (chord: string) => {
  const parts = chord.split('+');
  const key = parts.at(-1) ?? '';
  return {
    key: key === 'Space' ? ' ' : key.length === 1 ? key.toLowerCase() : key,
    ctrlKey: parts.includes('Ctrl'),
    altKey: parts.includes('Alt'),
    shiftKey: parts.includes('Shift'),
  };
};
/** Whether the table took a key. */
const takes = (chord: string) => !fireEvent.keyDown(page.getByRole('grid'), eventOf(chord));

const can: GridCan = { many: true, selectable: true, grouped: false, edits: false, sheet: false };

describe('the keys of a table', () => {
  it('are told while it is on the page, as far as it can so much', async () => {
    mount({ select: 'many', rowKey: 'id' }, listed);
    await page.findByText('3 trees');
    expect(keysOfPage()).toEqual([{ part: 'Table', keys: keysOfGrid(can) }]);
    cleanup();
    expect(keysOfPage()).toEqual([]);
    mount({ rowKey: 'id' }, listed);
    await page.findByText('3 trees');
    const texts = keysOfPage().flatMap(({ keys }) => keys.map(({ text }) => text));
    expect(texts).toContain('On a heading, sort');
    expect(texts).not.toContain('Tick all rows');
    expect(texts).not.toContain('Change the cell');
  });

  it('are all heard, at a heading or at a row', async () => {
    mount({ select: 'many', rowKey: 'id' }, listed);
    await page.findByText('3 trees');
    const heard = gridKeys.filter(({ when }) => when?.(can) ?? true).flatMap(({ keys }) => keys);
    expect(heard.length).toBeGreaterThan(20);
    const silent = heard.filter((chord) => {
      takes('Ctrl+Home');
      if (takes(chord)) return false;
      takes('Ctrl+Home');
      // The column of ticks has no width to change: the one beside it does.
      for (const key of ['ArrowUp', 'ArrowRight']) takes(key);
      return !takes(chord);
    });
    expect(silent).toEqual([]);
  });

  it('are no others: what is told nowhere is left to the page', async () => {
    mount({ select: 'many', rowKey: 'id' }, listed);
    await page.findByText('3 trees');
    takes('Ctrl+Home');
    for (const chord of ['Ctrl+Space', 'Ctrl+Shift+A', 'F5', 'Tab', 'X', 'Ctrl+PageDown'])
      expect([chord, takes(chord)]).toEqual([chord, false]);
    expect(page.queryByRole('toolbar', { name: 'Selected rows' })).toBeNull();
  });
});
