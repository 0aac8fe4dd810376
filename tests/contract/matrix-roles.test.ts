import { describe } from 'vitest';
import { tryMatrix } from './matrix/run.ts';

describe('every operation, asked by every role, about which district', () => {
  tryMatrix(null);
});
