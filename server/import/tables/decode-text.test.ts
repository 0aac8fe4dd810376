import { describe, expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

describe('the letters of a file', () => {
  it('are UTF-16 where a mark says so, whatever the kind', () => {
    const wide = Buffer.from('\uFEFFm²,Sunčica', 'utf16le');
    const read = { text: 'm²,Sunčica', letters: 'UTF-16' };
    expect(decodeText(wide, false)).toEqual(read);
    expect(decodeText(Buffer.from(wide).swap16(), false)).toEqual(read);
    expect(() => decodeText(wide.subarray(2), true)).toThrow('without the mark');
  });

  it('are those of Windows only for a kind that says so, and only where they are no UTF-8', () => {
    const windows = Buffer.from([0x31, 0x0a, 0x6d, 0xb2, 0x80, 0x96]);
    expect(decodeText(windows, true)).toEqual({ text: '1\nm²€–', letters: 'Windows-1252' });
    expect(() => decodeText(windows, false)).toThrow(
      expect.objectContaining({ message: expect.stringContaining('looks like Latin-1') }),
    );
    expect(decodeText(Buffer.from('m²'), true)).toEqual({ text: 'm²', letters: 'UTF-8' });
  });

  it('are none where a byte stands for no letter or is zero', () => {
    expect(() => decodeText(Buffer.from([0x31, 0x0a, 0x81]), true)).toThrow('neither UTF-8 nor Windows-1252');
    expect(() => decodeText(Buffer.from('\uFEFFa\0b', 'utf16le'), true)).toThrow('holds a zero');
    const late = Buffer.concat([Buffer.from('a'.repeat(70)), Buffer.from([0])]);
    expect(() => decodeText(late, true)).toThrow('holds a zero byte');
  });
});
