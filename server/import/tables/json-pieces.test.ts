import { describe, expect, it } from 'vitest';
import { itemsOf, listOfKey, valueEnd } from './json-pieces.ts';

const items = (text: string) => {
  const list = listOfKey(text, 'rows');
  return list && [...itemsOf(text, list)];
};

describe('a long JSON text', () => {
  it('is read item by item, whatever stands in its strings', () => {
    const rows = [{ a: '}],"\\' }, [1, [2]], 'x"y', -1.5e3, true, null, {}];
    for (const text of [
      JSON.stringify({ type: 'T', crs: { rows: [7] }, rows, more: 1 }),
      `\n ${JSON.stringify({ 'a"b': [1], rows }, null, 2)}\n`,
    ])
      expect(items(text)?.map((item) => JSON.parse(item ?? ''))).toEqual(rows);
    expect(items('{"rows": [ ]}')).toEqual([]);
  });

  it('has no such list where the key is missing, or within another, or is no list', () => {
    expect(items('{"crs": {"rows": [1]}}')).toBeNull();
    expect(items('{"rows": {"a": 1}}')).toBeNull();
    expect(items('[1]')).toBeNull();
    expect(items('')).toBeNull();
  });

  it('ends where it is cut off, and says where something else stands', () => {
    expect(listOfKey('{"rows": [{"a": 1}, {"a": "]', 'rows')).toEqual({ from: 9, to: -1 });
    expect(items('{"rows": [1 2]}')).toEqual(['1', null]);
    expect([
      valueEnd('{"a": [1]} x', 0),
      valueEnd('12, 3', 0),
      valueEnd('"a\\"b" ', 0),
      valueEnd('[1', 0),
    ]).toEqual([10, 2, 6, -1]);
  });
});
