import type { ScalarFormat } from './format.ts';

export const boolean: ScalarFormat = {
  column: 'boolean',
  fault: (value) => (typeof value === 'boolean' ? null : 'true or false is needed.'),
};
