import { describe, expect, it } from 'vitest';
import { moved, type Stop, sentStops, stopsOf, typedIds } from './stops.ts';

const answered = [
  { book_id: 4, seen: true, title: 'War' },
  { book_id: 9, seen: false, title: 'Peace' },
  { title: 'Without an id' },
];
const stops = stopsOf(answered, 'book_id', 'seen');
const ids = (list: readonly Stop[]) => list.map(({ id }) => id);

describe('the stops of an itinerary', () => {
  it('are read with their ticks; what has no id is none', () => {
    expect(stops).toEqual([
      { id: 4, done: true, known: answered[0] },
      { id: 9, done: false, known: answered[1] },
    ]);
    expect(stopsOf(null, 'book_id', 'seen')).toEqual([]);
    expect(stopsOf(answered, 'book_id', undefined).some(({ done }) => done)).toBe(false);
  });

  it('move to a place within the list, and nowhere else', () => {
    const three = [...stops, { id: 12, done: false, known: null }];
    expect(ids(moved(three, 0, 2))).toEqual([9, 12, 4]);
    expect(ids(moved(three, 2, 0))).toEqual([12, 4, 9]);
    for (const [from, to] of [
      [0, -1],
      [2, 3],
      [1, 1],
      [5, 0],
    ] as const)
      expect(moved(three, from, to)).toBe(three);
  });

  it('are typed as whole numbers, each once', () => {
    expect(typedIds(' 4, 9;9\n12 ')).toEqual([4, 9, 12]);
    for (const text of ['', ' , ', '4, north', '-4', '0', '4.5', '1234567890123456'])
      expect([text, typedIds(text)]).toEqual([text, null]);
  });

  it('are sent with their ids and ticks alone', () => {
    expect(sentStops(stops, 'book_id', 'seen')).toEqual([
      { book_id: 4, seen: true },
      { book_id: 9, seen: false },
    ]);
    expect(sentStops(stops, 'book_id', undefined)).toEqual([{ book_id: 4 }, { book_id: 9 }]);
  });
});
