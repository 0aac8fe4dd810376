// The keys of a form, told where they are heard.
import type { KeyHelp } from '#src/render/keys.ts';

export const formPart = 'Form';

export const saveKey: KeyHelp = { keys: ['Ctrl+S'], text: 'Save' };

export const putBackKey: KeyHelp = {
  keys: ['Alt+Backspace'],
  text: 'In a changed field, put back what was there',
};

export const moveLineKeys: { readonly up: KeyHelp; readonly down: KeyHelp } = {
  up: { keys: ['Alt+Shift+ArrowUp'], text: 'In a line, move it up' },
  down: { keys: ['Alt+Shift+ArrowDown'], text: 'In a line, move it down' },
};

export const boxKeys: KeyHelp = {
  keys: ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
  text: 'Go from box to box of a table of boxes',
};
