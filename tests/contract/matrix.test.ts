import { describe } from 'vitest';
import { tryMatrix } from './matrix/run.ts';

// Between them these have and lack every right. tests/contract/matrix-roles.test.ts tries the other roles too.
describe('every operation, asked by whom, about which district', () => {
  tryMatrix(['administrator', 'office', 'viewer']);
});
