import { describe, expect, it } from 'vitest';
import type { GroupOfRows } from '#src/core/rows.ts';
import { everything, nothing, toggle } from '#src/render/selection.ts';
import { GroupRows } from './group-rows.ts';

const group = (level: number, values: readonly unknown[], count: number): GroupOfRows => ({
  level,
  values,
  count,
  totals: {},
});

// North: oak 2, pine 3; south: oak 4.
const groups = [
  group(1, ['north', null], 5),
  group(2, ['north', 'oak'], 2),
  group(2, ['north', 'pine'], 3),
  group(1, ['south', null], 4),
  group(2, ['south', 'oak'], 4),
];

function shown(rows: GroupRows): readonly string[] {
  return Array.from({ length: rows.count }, (_, at) => {
    const entry = rows.entry(at);
    if (!entry) return '';
    return entry.kind === 'row'
      ? String(entry.row)
      : entry.group.values.slice(0, entry.group.level).join(' ');
  });
}

describe('rows in groups', () => {
  it('are the outermost groups while all are folded', () => {
    const rows = new GroupRows(groups, 2, nothing);
    expect(shown(rows)).toEqual(['north', 'south']);
    expect(rows.total).toBe(9);
    expect(rows.ranges(0, 10)).toEqual([]);
    expect(rows.entry(2)).toBeNull();
    expect(rows.entry(-1)).toBeNull();
  });

  it('know their places in the whole set, whatever is folded before them', () => {
    const pine = toggle(toggle(nothing, '["north"]'), '["north","pine"]');
    const rows = new GroupRows(groups, 2, pine);
    expect(shown(rows)).toEqual(['north', 'north oak', 'north pine', '2', '3', '4', 'south']);
    expect(rows.ranges(0, 4)).toEqual([[2, 3]]);
    expect(rows.ranges(5, 6)).toEqual([[4, 4]]);
    expect(rows.entry(4)).toEqual({ kind: 'row', row: 3, parent: 2 });
    expect(rows.entry(2)).toMatchObject({ parent: 0, open: true });
  });

  it('are all there while none is folded', () => {
    const rows = new GroupRows(groups, 2, everything);
    expect(rows.count).toBe(14);
    expect(shown(rows).filter((text) => /^\d+$/.test(text))).toEqual(
      Array.from({ length: 9 }, (_, i) => `${i}`),
    );
    expect(rows.ranges(0, 13)).toEqual([
      [0, 1],
      [2, 4],
      [5, 8],
    ]);
    expect(rows.placeOf('["south"]')).toBe(8);
  });

  it('hide what is open within a folded group', () => {
    const rows = new GroupRows(groups, 2, toggle(nothing, '["north","oak"]'));
    expect(shown(rows)).toEqual(['north', 'south']);
    expect(rows.placeOf('["north","oak"]')).toBeNull();
  });
});
