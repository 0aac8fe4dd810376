import { describe, expect, it } from 'vitest';
import type { GridColumn, LinkedGrid } from './definition.ts';
import { fitColumns, laidOut } from './fit-columns.ts';
import { noChoice, resizeColumn, showColumn } from './layout.ts';
import { column } from './test-support.ts';

const action = { id: 'go', label: 'Go on', icon: null, visibleWhen: null, on: [] };
const grid = (columns: readonly GridColumn[], more: object = {}) =>
  ({ columns, freeze: 0, select: 'none', actions: [], ...more }) as unknown as LinkedGrid;

const text = column('meaning', { fits: true });
const low = column('left', { priority: 'low', align: 'right' });
const lower = column('gone', { priority: 'low', align: 'right' });
const figure = column('n', { align: 'right' });
const block = grid([text, low, figure, lower]);
const wanted = { meaning: 260 };

describe('columns in their room', () => {
  it('are as wide as their texts where all are seen', () => {
    expect(fitColumns(block, noChoice, wanted, 560)).toEqual({
      widths: { meaning: 260 },
      away: [],
      room: 560,
    });
  });

  it('give up first what a text has above its own width', () => {
    const fit = fitColumns(block, noChoice, wanted, 450);
    expect(fit).toEqual({ widths: { meaning: 150 }, away: [], room: 450 });
    expect(laidOut(block, noChoice, fit).width).toBe(450);
  });

  it('of low priority leave one by one, the last one first, and what is left takes their room', () => {
    expect(fitColumns(block, noChoice, wanted, 340)).toEqual({
      widths: { meaning: 140 },
      away: ['gone'],
      room: 340,
    });
    expect(fitColumns(block, noChoice, wanted, 260)).toMatchObject({ away: ['left', 'gone'] });
  });

  it('are cut to their headings when that lets all be seen, and not at all otherwise', () => {
    expect(fitColumns(block, noChoice, wanted, 195).widths).toEqual({ meaning: 95 });
    expect(fitColumns(block, noChoice, wanted, 90).widths).toEqual({ meaning: 260 });
  });

  it('give the room that is left to headings that are cut before texts', () => {
    const titled = column('long', { align: 'right', title: 'Smallest change of all', width: 80 });
    const { widths } = fitColumns(
      grid([column('name', { width: 80 }), titled]),
      noChoice,
      { name: 900 },
      400,
    );
    expect(widths.long).toBeGreaterThan(160);
    expect(Number(widths.long) + Number(widths.name)).toBe(400);
    const narrow = fitColumns(grid([titled]), noChoice, {}, 90);
    expect(narrow.widths).toEqual({ long: 90 });
  });

  it('stay as a person has them', () => {
    const kept = resizeColumn(showColumn(lower, noChoice, true), 'meaning', 200);
    const fit = fitColumns(block, kept, wanted, 340);
    expect(fit.away).toEqual(['left']);
    expect(laidOut(block, kept, fit).columns.map(({ id, width }) => [id, width])).toEqual([
      ['meaning', 200],
      ['n', 100],
      ['gone', 100],
    ]);
  });

  it('leave room for the actions, which stay at the right unless that were half of it', () => {
    const acting = grid([text, figure], { actions: [action] });
    const within = (room: number) => laidOut(acting, noChoice, fitColumns(acting, noChoice, wanted, room));
    expect(within(300).width).toBeLessThanOrEqual(300);
    expect(within(300).pinned?.id).toBe('__actions');
    expect(within(140).pinned).toBeNull();
  });
});
