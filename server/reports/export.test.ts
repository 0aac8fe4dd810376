import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { write } from './export.ts';

describe('a download', () => {
  it('goes on when there is room again', async () => {
    const out = new PassThrough({ highWaterMark: 4 });
    const written = write(out, Buffer.from('12345678'));
    out.resume();
    await written;
    expect(out.destroyed).toBe(false);
  });

  it('is given up when nobody fetches it', async () => {
    const out = new PassThrough({ highWaterMark: 4 });
    const ended = new Promise((resolve) => out.on('error', resolve));
    await write(out, Buffer.from('12345678'), 1);
    expect(String(await ended)).toContain('Nothing was fetched');
    await expect(write(out, Buffer.from('more'))).rejects.toThrow('given up');
  });
});
