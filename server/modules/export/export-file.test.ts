import { Buffer } from 'node:buffer';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fileOf, zipOf } from './export-file.ts';

const parts = [
  { name: 'LV_001.csv', bytes: Buffer.from('001;7;430000\r\n'.repeat(20_000)) },
  { name: 'LV_002.csv', bytes: Buffer.from('002;8;310000\r\n') },
  { name: '001/Worksheet 7.pdf', bytes: Buffer.from('%PDF-1.7 '.repeat(200)) },
];

describe('the file of an export', () => {
  it('is compressed while the server answers others', async () => {
    let turns = 0;
    let open = true;
    const turn = () => {
      turns += 1;
      if (open) setImmediate(turn);
    };
    setImmediate(turn);
    await zipOf('LV', parts);
    open = false;
    expect(turns).toBeGreaterThan(1);
  });

  it('has the same bytes whenever it is made, and what is compressed already as it is', async () => {
    const { filename, bytes } = await zipOf('LV', parts);
    expect(filename).toBe('LV.zip');
    expect(Buffer.from((await zipOf('LV', parts)).bytes).equals(bytes)).toBe(true);
    const members = unzipSync(bytes);
    expect(Object.keys(members)).toEqual(parts.map(({ name }) => name));
    for (const { name, bytes: whole } of parts)
      expect(Buffer.from(members[name] ?? []).equals(whole), name).toBe(true);
    expect(bytes.length).toBeLessThan(10_000);
    expect(Buffer.from(bytes).includes(parts[2]?.bytes ?? '')).toBe(true);
  });

  it('is its one part as it is', async () => {
    expect(await fileOf('LV', parts.slice(1, 2))).toEqual({ filename: 'LV_002.csv', bytes: parts[1]?.bytes });
  });
});
