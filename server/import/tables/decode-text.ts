import { ImportRefusal } from '../refusal.ts';

/** What the letters of a file were read as. */
export type Letters = 'UTF-8' | 'UTF-16' | 'Windows-1252';

export interface Decoded {
  readonly text: string;
  readonly letters: Letters;
}

/**
 * The text of a file: UTF-8, UTF-16 with its mark, or Windows-1252 where the kind says that its files may be written so.
 * Anything else is refused: letters that are guessed would be kept as they were guessed.
 */
export function decodeText(bytes: Buffer, windows: boolean): Decoded {
  const wide = wideOf(bytes);
  if (wide !== null) return { text: decodeWide(bytes, wide), letters: 'UTF-16' };
  const begin = bytes.subarray(0, 64);
  if (begin.filter((byte) => byte === 0).length > begin.length / 4)
    throw new ImportRefusal(
      'not-text',
      1,
      'The file is written in UTF-16 without the mark that says so, or is no text. Save it as CSV UTF-8 and import it again.',
    );
  const zero = bytes.indexOf(0);
  if (zero >= 0)
    throw new ImportRefusal(
      'not-text',
      lineOf(bytes, zero),
      'The line holds a zero byte, which no text has.',
    );
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), letters: 'UTF-8' };
  } catch {
    if (windows) return { text: decodeWindows(bytes), letters: 'Windows-1252' };
    throw new ImportRefusal(
      'not-text',
      lineOf(bytes, firstWrong(bytes)),
      'The line has a letter that is not UTF-8. The file looks like Latin-1. Save it as CSV UTF-8 and import it again.',
    );
  }
}

/** The beginning of a file, to tell what it is; also of one that is refused for its letters. */
export function beginOf(bytes: Buffer): string {
  const begin = bytes.subarray(0, 16_384);
  return new TextDecoder(wideOf(begin) ?? 'utf-8').decode(begin);
}

function wideOf(bytes: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return bytes[0] === 0xfe && bytes[1] === 0xff ? 'utf-16be' : null;
}

function decodeWide(bytes: Buffer, encoding: 'utf-16le' | 'utf-16be'): string {
  let text: string;
  try {
    text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    throw new ImportRefusal(
      'not-text',
      0,
      'The file begins as UTF-16, and half of a letter is missing in it. It is cut off or was changed. Save it as CSV UTF-8 and import it again.',
    );
  }
  const zero = text.indexOf('\0');
  if (zero < 0) return text;
  throw new ImportRefusal(
    'not-text',
    text.slice(0, zero).split('\n').length,
    'The line holds a zero, which no text has.',
  );
}

/** Bytes 0x80 to 0x9F in Windows-1252; all others are as in Latin-1. Some versions of Node read these too as Latin-1. */
const special = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ';
const specialAt = (letter: string) => special[letter.charCodeAt(0) - 0x80] ?? letter;

function decodeWindows(bytes: Buffer): string {
  const wrong = bytes.findIndex((byte) => special[byte - 0x80] === '\0');
  if (wrong < 0) return bytes.toString('latin1').replace(/[\u0080-\u009F]/g, specialAt);
  throw new ImportRefusal(
    'not-text',
    lineOf(bytes, wrong),
    'The line has a letter that is neither UTF-8 nor Windows-1252. Save it as CSV UTF-8 and import it again.',
  );
}

function lineOf(bytes: Buffer, place: number): number {
  let line = 1;
  for (let i = 0; i < place; i++) if (bytes[i] === 10) line++;
  return line;
}

/** Where the text stops being UTF-8: lines are tried one by one, since the decoder does not tell. */
function firstWrong(bytes: Buffer): number {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let from = 0;
  while (from < bytes.length) {
    const end = bytes.indexOf(10, from);
    const to = end < 0 ? bytes.length : end;
    try {
      decoder.decode(bytes.subarray(from, to));
    } catch {
      return from;
    }
    from = to + 1;
  }
  return from;
}
