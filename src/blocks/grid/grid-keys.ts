// The keys of a table. What stands here is heard and told, anything else is left to the page.
import { anyLetter, isKey, type KeyHelp } from '#src/render/keys.ts';

/** What a table lets a person do. */
export interface GridCan {
  readonly many: boolean;
  readonly selectable: boolean;
  readonly grouped: boolean;
  /** Cells can be changed. */
  readonly edits: boolean;
  /** Cells are marked in blocks. */
  readonly sheet: boolean;
}

type GridKey = KeyHelp & { readonly when?: (can: GridCan) => boolean };

export const printKey: KeyHelp = {
  keys: ['Ctrl+P'],
  text: 'Print the page with all rows of its tables',
};

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const;
const edits = (can: GridCan) => can.edits;
const sheet = (can: GridCan) => can.sheet;

/** Heard at the table itself. */
export const gridKeys: readonly GridKey[] = [
  { keys: arrows, text: 'Go from cell to cell; up from the first row to the headings' },
  { keys: ['Home', 'End'], text: 'Go to the first or last column' },
  { keys: ['PageUp', 'PageDown'], text: 'Go up or down by a screenful of rows' },
  { keys: ['Ctrl+Home', 'Ctrl+End'], text: 'Go to the first or last cell' },
  { keys: arrows.map((key) => `Ctrl+${key}`), text: 'Go to the edge of the table' },
  { keys: ['Enter'], text: 'Open what the cell leads to, or the record of the row; on a heading, sort' },
  { keys: ['Ctrl+Enter'], text: 'Open it in a new tab' },
  { keys: ['Shift+Enter', 'Shift+Space'], text: 'On a heading, sort by this column as well' },
  {
    keys: ['ArrowLeft', 'ArrowRight', 'Enter', 'Space'],
    text: 'On a group, fold or unfold it',
    when: ({ grouped }) => grouped,
  },
  {
    keys: ['Shift+Enter'],
    text: 'On a group, open the rows behind its subtotal',
    when: ({ grouped }) => grouped,
  },
  { keys: ['Space'], text: 'Tick the row; on a heading, sort', when: ({ selectable }) => selectable },
  { keys: ['Space'], text: 'On a heading, sort', when: ({ selectable }) => !selectable },
  {
    keys: ['Shift+ArrowUp', 'Shift+ArrowDown'],
    text: 'Tick the rows up to there',
    when: ({ many, sheet: marks }) => many && !marks,
  },
  { keys: ['Ctrl+A'], text: 'Tick all rows', when: ({ many }) => many },
  { keys: ['Ctrl+C'], text: 'Copy what is ticked, marked or in the cell' },
  { keys: ['Alt+ArrowDown'], text: 'On a heading, open the menu of the column' },
  { keys: ['Alt+ArrowLeft', 'Alt+ArrowRight'], text: 'On a heading, make the column narrower or wider' },
  { keys: ['Ctrl+Shift+ArrowLeft', 'Ctrl+Shift+ArrowRight'], text: 'On a heading, move the column' },
  { keys: ['F2'], text: 'Change the cell', when: edits },
  { keys: [anyLetter], text: 'Begin a new value in the cell', when: edits },
  { keys: ['Delete', 'Backspace'], text: 'Empty the cell', when: edits },
  { keys: ['Ctrl+V'], text: 'Paste into the table', when: edits },
  { keys: ['Ctrl+Z'], text: 'Take back a change', when: edits },
  { keys: ['Ctrl+Y', 'Ctrl+Shift+Z'], text: 'Make it again', when: edits },
  {
    keys: [...arrows, 'Home', 'End', 'PageUp', 'PageDown'].map((key) => `Shift+${key}`),
    text: 'Mark cells up to there',
    when: sheet,
  },
  {
    keys: [...arrows, 'Home', 'End'].map((key) => `Ctrl+Shift+${key}`),
    text: 'Mark cells up to the edge of the table',
    when: sheet,
  },
  { keys: ['Ctrl+D'], text: 'Fill the first of the marked rows down', when: sheet },
];

/** Heard in a cell: at its buttons, or while it is changed. */
const cellKeys: readonly GridKey[] = [
  { keys: ['Escape'], text: 'In a cell, go back to the table; what is typed is given up' },
  { keys: ['Enter', 'Shift+Enter'], text: 'While typing, keep it and go down or up', when: edits },
  { keys: ['Tab', 'Shift+Tab'], text: 'While typing, keep it and go right or left', when: edits },
  { keys: ['Ctrl+Enter'], text: 'While typing, put the value into all marked cells', when: sheet },
];

/** Whether the table hears a key at all. */
export function isGridKey(event: Parameters<typeof isKey>[0]): boolean {
  return gridKeys.some((help) => isKey(event, help));
}

/** Whether a cell that is being changed hears a key; any other is typed into it. */
export function isCellKey(event: Parameters<typeof isKey>[0]): boolean {
  return cellKeys.some((help) => isKey(event, help));
}

/** What is told of the keys of a table that can so much. */
export function keysOfGrid(can: GridCan): readonly KeyHelp[] {
  return [...gridKeys, ...cellKeys, printKey]
    .filter((help: GridKey) => help.when?.(can) ?? true)
    .map(({ keys, text }) => ({ keys, text }));
}
