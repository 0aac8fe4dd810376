import type { ScalarFormat } from './format.ts';

const longest = 4000;

export const text: ScalarFormat = {
  column: 'text',
  fault: (value) => {
    if (typeof value !== 'string') return 'A text is needed.';
    if (value.includes('\u0000')) return 'A text without NUL is needed.';
    return value.length <= longest ? null : `A text of at most ${longest} characters is needed.`;
  },
};
