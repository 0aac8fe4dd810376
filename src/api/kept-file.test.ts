import { describe, expect, it } from 'vitest';
import { readKept } from './kept-file.ts';

const whole = 'abcdefghij';
const headers = { 'accept-ranges': 'bytes', etag: '"1"', 'content-length': '10', 'content-type': 'text/csv' };

/** An answer that breaks after some of its bytes. */
function broken(text: string, after: number, status = 200): Response {
  const pieces = [new TextEncoder().encode(text.slice(0, after))];
  const body = new ReadableStream<Uint8Array>({
    pull: (stream) => {
      const piece = pieces.shift();
      if (piece) stream.enqueue(piece);
      else stream.error(new TypeError('network error'));
    },
  });
  return new Response(body, { status, headers });
}

const noPause = async () => {};

describe('a file that the server keeps', () => {
  it('goes on where the connection broke, however often some of it comes', async () => {
    const asked: string[] = [];
    const again = async (sent: { readonly [name: string]: string }) => {
      expect(sent['if-range']).toBe('"1"');
      asked.push(String(sent.range));
      const from = Number(/\d+/.exec(String(sent.range))?.[0]);
      return broken(whole.slice(from), from < 9 ? 1 : 10, 206);
    };
    const blob = await readKept(broken(whole, 2), '"1"', again, noPause);
    expect(await blob.text()).toBe(whole);
    expect(blob.type).toBe('text/csv');
    expect(asked).toEqual([2, 3, 4, 5, 6, 7, 8, 9].map((from) => `bytes=${from}-`));
  });

  it('begins anew where it is another by now', async () => {
    const again = async () => new Response('ABCDEFGHIJ', { status: 200, headers });
    expect(await (await readKept(broken(whole, 4), '"1"', again, noPause)).text()).toBe('ABCDEFGHIJ');
  });

  it('is given up when nothing comes any more', async () => {
    let tries = 0;
    const again = async () => {
      tries += 1;
      throw new TypeError('away');
    };
    await expect(readKept(broken(whole, 4), '"1"', again, noPause)).rejects.toThrow('away');
    expect(tries).toBe(5);
  });
});
