import type { GridModel } from './grid-model.ts';
import { groupSpan } from './layout.ts';
import type { Active, Key } from './navigation.ts';

/**
 * What a key does on the row of a group, or on a row within one, as a tree grid has it: the arrows unfold, fold and
 * lead to the group around. `null` when the key means what it means everywhere.
 */
export function groupMove(model: GridModel, { key, ctrl }: Key): 'fold' | Active | null {
  const { row, col } = model.active;
  const entry = model.entry(row);
  if (!entry || model.grouping === null || ctrl) return null;
  const [from, to] = groupSpan(model.layout);
  const parent: Active | null = entry.parent === null ? null : { row: entry.parent, col: from };
  if (entry.kind === 'row') return key === 'ArrowLeft' && col <= from ? parent : null;
  if (key === 'Enter' || key === ' ') return 'fold';
  if (key === 'ArrowRight') {
    if (col > to) return null;
    return entry.open ? { row, col: Math.min(to + 1, model.layout.columns.length - 1) } : 'fold';
  }
  if (key !== 'ArrowLeft') return null;
  if (col === to + 1) return { row, col: from };
  if (col > to) return null;
  return entry.open ? 'fold' : (parent ?? { row, col: from });
}
