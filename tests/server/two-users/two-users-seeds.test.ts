import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenPromises } from './promises.ts';
import { type Office, openOffice } from './run.ts';

const first = Number(process.env.CADASTRE_SEED ?? 1840);
const seeds = Array.from({ length: 20 }, (_, n) => first + n);

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.server.close());

describe('five people who write 2,000 times at once', () => {
  it.each(seeds)('lose no update by the seed %i', async (seed) => {
    const evidence = await office.run(seed, 2000);
    expect(brokenPromises(evidence)).toEqual([]);
    expect(evidence.audit.length).toBeGreaterThan(200);
  });
});
