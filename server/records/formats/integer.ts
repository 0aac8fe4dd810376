import type { ScalarFormat } from './format.ts';

export const integer: ScalarFormat = {
  column: 'bigint',
  fault: (value) =>
    typeof value === 'number' && Number.isSafeInteger(value) ? null : 'A whole number is needed.',
};
