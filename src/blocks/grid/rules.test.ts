import { describe, expect, it } from 'vitest';
import {
  countSelected,
  everything,
  including,
  inverted,
  isSelected,
  nothing,
  only,
  packSelection,
  toggle,
  unpackSelection,
} from '#src/render/selection.ts';
import { copiedText, plainText, toTsv } from './clipboard.ts';
import { parseTsv } from './edit-tsv.ts';
import {
  columnsInView,
  freezeTo,
  intoFreeRoom,
  layOut,
  moveColumn,
  noChoice,
  orderColumns,
  readChoice,
  resizeColumn,
  showColumn,
} from './layout.ts';
import { pageOfRows, rowsOfAnswer } from './local-rows.ts';
import { move } from './navigation.ts';
import { directionOf, parseSort, printSort, rankOf, sortsUnseen, toggleSort } from './sorting.ts';
import { column, field, treeFields } from './test-support.ts';

const columns = ['a', 'b', 'c', 'd'].map((id) => column(id));
const options = { freeze: 1, selectable: false, actionsWidth: 0 };
const extent = { rows: 100, cols: 5, page: 20, hasTotals: true };

describe('columns of a grid', () => {
  it('lie beside each other in the chosen order, the frozen first', () => {
    const layout = layOut(columns, { ...noChoice, order: ['c', 'a'], widths: { c: 50 } }, options);
    expect(layout.columns.map(({ id, left, frozen }) => [id, left, frozen])).toEqual([
      ['c', 0, true],
      ['b', 50, false],
      ['a', 150, false],
      ['d', 250, false],
    ]);
    expect(layout).toMatchObject({ frozenWidth: 50, width: 350 });
  });

  it('keep their remembered place when the definition gains or loses one', () => {
    const choice = { ...noChoice, order: ['d', 'gone', 'a'] };
    expect(orderColumns(columns, choice).map(({ id }) => id)).toEqual(['d', 'b', 'c', 'a']);
  });

  it('move before another or to the end', () => {
    expect(moveColumn(columns, noChoice, 'd', 'b').order).toEqual(['a', 'd', 'b', 'c']);
    expect(moveColumn(columns, noChoice, 'a', null).order).toEqual(['b', 'c', 'd', 'a']);
  });

  it('are hidden and shown by choice, also those hidden at first', () => {
    const shy = [column('a'), column('b', { hidden: true })];
    expect(layOut(shy, noChoice, options).columns.map(({ id }) => id)).toEqual(['a']);
    const shown = showColumn(column('b'), noChoice, true);
    expect(layOut(shy, shown, options).columns.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(layOut(shy, showColumn(column('a'), shown, false), options).columns.map(({ id }) => id)).toEqual([
      'b',
    ]);
  });

  it('stay up to the one that was chosen, none of them, or as many as are defined', () => {
    const staying = (choice: typeof noChoice) =>
      layOut(columns, choice, options)
        .columns.filter(({ frozen }) => frozen)
        .map(({ id }) => id);
    expect(staying(freezeTo(noChoice, 'c'))).toEqual(['a', 'b', 'c']);
    expect(staying(freezeTo(noChoice, null))).toEqual([]);
    expect(staying(showColumn(column('c'), freezeTo(noChoice, 'c'), false))).toEqual(['a']);
    expect(readChoice(JSON.parse(JSON.stringify(freezeTo(noChoice, 'c'))))).toEqual(freezeTo(noChoice, 'c'));
  });

  it('take the room that is left for what is cut, from the first one on, and what is wanted first before the rest', () => {
    const layout = layOut(columns, noChoice, options);
    const wanted = { a: 100, b: 180, c: 1_000, d: 300 };
    expect(intoFreeRoom(layout, [wanted], 130)).toEqual({ b: 180, c: 150 });
    expect(intoFreeRoom(layout, [wanted], 10_000)).toEqual({ b: 180, c: 800, d: 300 });
    expect(intoFreeRoom(layout, [wanted], -20)).toEqual({});
    expect(intoFreeRoom(layout, [{ d: 220 }, wanted], 130)).toEqual({ b: 110, d: 220 });
  });

  it('are drawn only near the viewport', () => {
    const layout = layOut(
      Array.from({ length: 20 }, (_, i) => column(`c${i}`)),
      noChoice,
      options,
    );
    expect(columnsInView(layout, 0, 400)).toEqual([1, 5]);
    expect(columnsInView(layout, 1_000, 400)).toEqual([9, 15]);
  });

  it('forget what is remembered in another shape and clamp widths', () => {
    expect(readChoice('nonsense')).toEqual(noChoice);
    expect(readChoice({ order: ['a', 3], widths: { a: 9_999, b: 'x' } })).toEqual({
      ...noChoice,
      order: ['a'],
      widths: { a: 800 },
    });
    expect(resizeColumn(noChoice, 'a', 3).widths).toEqual({ a: 40 });
  });
});

describe('sorting a grid', () => {
  it('goes from ascending to descending to none', () => {
    expect(toggleSort([], 'a', false)).toEqual(['a']);
    expect(toggleSort(['a'], 'a', false)).toEqual(['-a']);
    expect(toggleSort(['-a'], 'a', false)).toEqual([]);
  });

  it('keeps the other columns when one is added', () => {
    expect(toggleSort(['a'], 'b', true)).toEqual(['a', 'b']);
    expect(toggleSort(['a', 'b'], 'a', true)).toEqual(['-a', 'b']);
    expect(rankOf(['-a', 'b'], 'b')).toBe(2);
    expect(directionOf(['-a', 'b'], 'a')).toBe('descending');
  });

  it('names what is not shown and comes before what is', () => {
    expect(sortsUnseen(['-a', 'b', '-c', 'd'], new Set(['b', 'c']))).toEqual(['a']);
    expect(sortsUnseen(['-a', 'b', '-c'], new Set(['a', 'c']))).toEqual(['b']);
    expect(sortsUnseen(['b', 'a'], new Set(['b']))).toEqual([]);
    expect(sortsUnseen(['-a'], new Set(['b']))).toEqual([]);
  });

  it('stands in the URL only when a person chose it', () => {
    const sortable = new Set(['a', 'b']);
    expect(printSort(['a'], ['a'])).toBeUndefined();
    expect(printSort(['-a', 'b'], ['a'])).toBe('-a,b');
    expect(parseSort('-a,b,hostile', sortable)).toEqual(['-a', 'b']);
    expect(parseSort(printSort([], ['a']), sortable)).toEqual([]);
    expect(parseSort(undefined, sortable)).toBeNull();
  });
});

describe('selecting rows', () => {
  it('counts and inverts without knowing every row', () => {
    const all = toggle(everything, 'x');
    expect(isSelected(all, 'x')).toBe(false);
    expect(isSelected(all, 'y')).toBe(true);
    expect(countSelected(all, 10)).toBe(9);
    expect(countSelected(inverted(all), 10)).toBe(1);
    expect(countSelected(including(all, ['x']), 10)).toBe(10);
    expect(countSelected(inverted(only('x')), 10)).toBe(9);
  });

  it('survives the visit memory, and nonsense in it', () => {
    const packed: unknown = JSON.parse(JSON.stringify(packSelection(only('x'))));
    expect(unpackSelection(packed)).toEqual(only('x'));
    expect(unpackSelection({ all: 'yes', keys: 3 })).toEqual(nothing);
  });
});

describe('keys in a grid', () => {
  it.each([
    ['ArrowDown', false, { row: 6, col: 2 }],
    ['ArrowUp', false, { row: 4, col: 2 }],
    ['Home', false, { row: 5, col: 0 }],
    ['End', false, { row: 5, col: 4 }],
    ['Home', true, { row: 0, col: 0 }],
    ['End', true, { row: 99, col: 4 }],
    ['PageDown', false, { row: 25, col: 2 }],
    ['PageUp', false, { row: 0, col: 2 }],
  ])('%s with Ctrl %s lead to their cell', (key, ctrl, expected) => {
    expect(move({ row: 5, col: 2 }, { key, ctrl }, extent)).toEqual(expected);
  });

  it('stop at the heading and at the total row', () => {
    expect(move({ row: -1, col: 0 }, { key: 'ArrowUp', ctrl: false }, extent)).toEqual({ row: -1, col: 0 });
    expect(move({ row: 100, col: 0 }, { key: 'ArrowDown', ctrl: false }, extent)).toEqual({
      row: 100,
      col: 0,
    });
    expect(move({ row: 5, col: 2 }, { key: 'x', ctrl: false }, extent)).toBeNull();
  });
});

describe('copied text', () => {
  it('is tab-separated with headings, quoted where a value would break it', () => {
    expect(
      toTsv(
        ['A', 'B'],
        [
          ['1', 'x\ty'],
          ['2', 'say "so"'],
        ],
      ),
    ).toBe('A\tB\n1\t"x\ty"\n2\t"say ""so"""');
  });

  it('holds plain values', () => {
    expect([null, 1234.5, true, ['a', 'b']].map(plainText)).toEqual(['', '1234.5', 'yes', 'a, b']);
  });

  it('holds no formula, as files do not, and a grid takes back what it was', () => {
    const texts = ['=1+1', '+1', '-1 m', '@x', '\tx', '\nx', '－1', '\u200b=1'];
    expect(texts.map(plainText)).toEqual(texts.map((text) => `'${text}`));
    expect([-5, ['=1', 'x'], "'quoted'", 'a=1'].map(plainText)).toEqual(['-5', "'=1, x", "'quoted'", 'a=1']);
    expect(toTsv(['=Name'], [[plainText('=1')]])).toBe("'=Name\n'=1");
    expect(parseTsv(toTsv(texts, [texts.map(plainText)]))).toEqual([texts, texts]);
    const note = column('note');
    expect(copiedText(note, { note: '=1' })).toBe("'=1");
    const amount = column('amount', { format: 'integer', field: field('amount', { type: 'integer' }) });
    expect(copiedText(amount, { amount: -5 })).toBe('-5');
  });
});

describe('rows of an operation', () => {
  const rows = [
    { id: 1, name: 'Oak', height: 20 },
    { id: 2, name: 'Ash', height: null },
    { id: 3, name: 'Yew', height: 5 },
  ];
  const request = { offset: 0, limit: 2, sort: [], find: '', totals: {} };

  it('are the answer, or the first list in it', () => {
    expect(rowsOfAnswer(rows)).toEqual(rows);
    expect(rowsOfAnswer({ count: 3, items: rows })).toEqual(rows);
    expect(rowsOfAnswer(null)).toEqual([]);
  });

  it('are paged, sorted, found and totalled here as a server would', () => {
    const sorted = pageOfRows(rows, treeFields, {
      ...request,
      sort: ['-height'],
      totals: { height: 'avg', id: 'count' },
    });
    expect(sorted.values[1]).toEqual(['Ash', 'Oak']);
    expect(sorted).toMatchObject({ count: 2, total: 3, totals: { height: 12.5, id: 3 } });
    const shared = ['D1', 'D1', null, '', 'D1'].map((kind, i) => ({ kind, height: [5, 20, 3, 4, null][i] }));
    const once = (how: 'sum' | 'count') =>
      pageOfRows(shared, treeFields, { ...request, totals: { height: { how, once: 'kind' } } }).totals.height;
    expect([once('sum'), once('count')]).toEqual([27, 3]);
    const found = pageOfRows(rows, treeFields, { ...request, find: 'YE' });
    expect(found).toMatchObject({ total: 1, values: [[3], ['Yew'], [5], [null], [null]] });
  });
});
