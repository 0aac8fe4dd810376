import type { GroupOfRows } from '#src/core/rows.ts';
import { isSelected, type Selection } from '#src/render/selection.ts';
import type { Range } from './page-window.ts';

export interface GroupEntry {
  readonly kind: 'group';
  readonly group: GroupOfRows;
  readonly key: string;
  readonly open: boolean;
  /** Place of the group's own row among those shown. */
  readonly at: number;
  /** Place of the row of the group around it, null for the outermost. */
  readonly parent: number | null;
}

interface RowsEntry {
  readonly kind: 'rows';
  readonly at: number;
  readonly count: number;
  /** Place of the first of them in the whole set. */
  readonly first: number;
  readonly parent: number;
}

export type ShownEntry =
  | GroupEntry
  | { readonly kind: 'row'; readonly row: number; readonly parent: number | null };

/** Name of a group: the values that its rows share. */
export function groupKey({ level, values }: GroupOfRows): string {
  return JSON.stringify(values.slice(0, level));
}

/**
 * What is shown of grouped rows, top to bottom: the rows of groups, and within open ones their own. Groups come in the
 * order of their rows, so each knows where its first one lies and its rows are asked for by place, as without groups.
 */
export class GroupRows {
  readonly levels: number;
  /** Shown rows, those of groups among them. */
  readonly count: number;
  /** Rows of the whole set. */
  readonly total: number;
  readonly #entries: readonly (GroupEntry | RowsEntry)[];

  constructor(groups: readonly GroupOfRows[], levels: number, open: Selection) {
    const entries: (GroupEntry | RowsEntry)[] = [];
    // The groups around the present one, outermost first; a folded one hides whatever is in it.
    const around: GroupEntry[] = [];
    let at = 0;
    let first = 0;
    for (const group of groups) {
      around.length = Math.min(around.length, group.level - 1);
      const parent = around.at(-1) ?? null;
      const hidden = around.some((outer) => !outer.open);
      const key = groupKey(group);
      const entry: GroupEntry = {
        kind: 'group',
        group,
        key,
        open: isSelected(open, key),
        at,
        parent: parent?.at ?? null,
      };
      around.push(entry);
      if (!hidden) {
        entries.push(entry);
        at += 1;
      }
      if (group.level !== levels) continue;
      if (!hidden && entry.open) {
        entries.push({ kind: 'rows', at, count: group.count, first, parent: entry.at });
        at += group.count;
      }
      first += group.count;
    }
    this.levels = levels;
    this.count = at;
    this.total = first;
    this.#entries = entries;
  }

  /** What stands at a place; null beyond the end. */
  entry(at: number): ShownEntry | null {
    const found = this.#entries[this.#indexOf(at)];
    if (!found || at < 0 || at >= this.count) return null;
    if (found.kind === 'group') return found;
    return { kind: 'row', row: found.first + at - found.at, parent: found.parent };
  }

  /** The rows of the set that are shown from one place to another, as few ranges as possible. */
  ranges(from: number, to: number): readonly Range[] {
    const ranges: Range[] = [];
    for (let i = Math.max(0, this.#indexOf(from)); i < this.#entries.length; i += 1) {
      const entry = this.#entries[i];
      if (!entry || entry.at > to) break;
      if (entry.kind === 'group') continue;
      const start = Math.max(0, from - entry.at);
      const end = Math.min(entry.count - 1, to - entry.at);
      if (start <= end) ranges.push([entry.first + start, entry.first + end]);
    }
    return ranges;
  }

  /** Place of a group's row, null while it is hidden. */
  placeOf(key: string): number | null {
    return this.#entries.find((entry) => entry.kind === 'group' && entry.key === key)?.at ?? null;
  }

  #indexOf(at: number): number {
    let low = 0;
    let high = this.#entries.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#entries[middle]?.at ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}
