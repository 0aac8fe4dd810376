import type { ScalarFormat } from './format.ts';

export const number: ScalarFormat = {
  column: 'numeric',
  fault: (value) => (typeof value === 'number' && Number.isFinite(value) ? null : 'A number is needed.'),
};
