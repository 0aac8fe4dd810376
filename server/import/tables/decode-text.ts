import { ImportRefusal } from '../refusal.ts';

/** The text of a file in UTF-8. Anything else is refused: letters that are guessed would be kept as they were guessed. */
export function decodeText(bytes: Buffer): string {
  const marked = (first: number, second: number) => bytes[0] === first && bytes[1] === second;
  if (marked(0xff, 0xfe) || marked(0xfe, 0xff) || bytes.subarray(0, 64).includes(0))
    throw new ImportRefusal(
      'not-text',
      1,
      'The file is written in UTF-16, or is no text. Save it as CSV UTF-8 and import it again.',
    );
  const zero = bytes.indexOf(0);
  if (zero >= 0)
    throw new ImportRefusal(
      'not-text',
      lineOf(bytes, zero),
      'The line holds a zero byte, which no text has.',
    );
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ImportRefusal(
      'not-text',
      lineOf(bytes, firstWrong(bytes)),
      'The line has a letter that is not UTF-8. The file looks like Latin-1. Save it as CSV UTF-8 and import it again.',
    );
  }
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
