// What an upload is, is told within its request: others are answered meanwhile.
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { tellUpload } from './wrong-file.ts';

const definitions = { imports: new Map(), codes: new Map(), screens: new Map() };

describe('a large zip', () => {
  it('is unpacked to tell what it is while the server answers others', async () => {
    const lines = Array.from(
      { length: 500_000 },
      (_, i) => `A line that no import reads: ${(i * 7_919) % 1_000_003}`,
    );
    const bytes = zipSync({ 'lines.csv': Buffer.from(lines.join('\n')) }, { level: 1 });
    let turns = 0;
    let open = true;
    const turn = () => {
      turns += 1;
      if (open) setImmediate(turn);
    };
    setImmediate(turn);
    const told = await tellUpload({ name: 'lines.zip', bytes }, null, definitions);
    open = false;
    expect(told).toEqual({ kind: null, wrong: null, broken: null });
    expect(turns).toBeGreaterThan(50);
  });
});
