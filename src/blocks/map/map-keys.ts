// What keys do on a map that has the focus, as it hears them and as they are told.
import type { KeyHelp } from '#src/render/keys.ts';

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'];

export const mapKeys = {
  move: { keys: arrows, text: 'Move the map; while drawing, the cross-hair' },
  far: { keys: arrows.map((key) => `Shift+${key}`), text: 'The same by a larger step' },
  zoom: { keys: ['+', '-'], text: 'Nearer, further away' },
  set: {
    keys: ['Enter'],
    text: 'Pick what lies under the cross-hair; while drawing, set a corner there, and end at the last one',
  },
  add: { keys: ['Ctrl+Enter'], text: 'The same, and add to what is chosen' },
  back: { keys: ['Backspace'], text: 'Take the last corner back' },
  end: { keys: ['Escape'], text: 'End what is drawn; once more, end the drawing' },
} satisfies { readonly [what: string]: KeyHelp };
