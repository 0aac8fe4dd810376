/** Colour never says it alone: each tone of a figure has a mark and a word. */
export const toneMarks: { readonly [tone: string]: { readonly mark: string; readonly word: string } } = {
  bad: { mark: '■', word: 'bad' },
  warning: { mark: '▲', word: 'needs attention' },
  good: { mark: '✓', word: 'good' },
  synthetic: { mark: '◇', word: 'synthetic' },
};
