// Blocks that have a print rule. A list of its own: whoever checks definitions needs the names, not the drawing.

export const printableBlocks: ReadonlySet<string> = new Set([
  'chart',
  'compare',
  'facts',
  'form',
  'gallery',
  'grid',
  'history',
  'include',
  'inputs',
  'print-header',
  'related',
  'section',
  'stats',
  'street-view',
  'tabs',
  'text',
  'upload',
]);
