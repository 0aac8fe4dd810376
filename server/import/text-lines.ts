import { ImportRefusal } from './refusal.ts';

/** Longest line taken: the archive's land description alone may have 1,000 characters. */
export const MAX_LINE = 8192;

const LF = 10;
const CR = 13;
const TAB = 9;

/**
 * The lines of an ASCII file, without their ends. Refuses what is not ASCII text or has a line over MAX_LINE,
 * naming the line, before any of it is read as records.
 */
export function textLines(bytes: Buffer): readonly string[] {
  if (bytes.length === 0) throw new ImportRefusal('empty-file', 0, 'The file is empty.');
  checkBytes(bytes);
  const lines = bytes.toString('latin1').split('\n');
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (line?.endsWith('\r')) lines[i] = line.slice(0, -1);
  }
  while (lines.length > 0 && lines[lines.length - 1] === '') lines.pop();
  if (lines.length === 0) throw new ImportRefusal('empty-file', 0, 'The file has no line with text.');
  return lines;
}

function checkBytes(bytes: Buffer): void {
  let line = 1;
  let lineStart = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (byte === LF) {
      line++;
      lineStart = i + 1;
    } else if (byte > 126 || (byte < 32 && byte !== CR && byte !== TAB)) {
      throw new ImportRefusal('not-ascii', line, describeByte(byte, i - lineStart + 1, bytes));
    } else if (i - lineStart >= MAX_LINE) {
      throw new ImportRefusal(
        'line-too-long',
        line,
        `The line is longer than ${MAX_LINE} characters; a sales record has at most about 2,000. Is this a sales file?`,
      );
    }
  }
}

function describeByte(byte: number, column: number, bytes: Buffer): string {
  const hex = `0x${byte.toString(16).padStart(2, '0').toUpperCase()}`;
  const zeros = bytes.subarray(0, 64).filter((value) => value === 0).length;
  const guess =
    (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff) || zeros > 8
      ? ' The file looks like UTF-16.'
      : byte > 127
        ? ' The file looks like Latin-1 or UTF-8.'
        : '';
  return `Byte ${hex} in column ${column} is not ASCII text, which sales files are.${guess} Save it as plain ASCII and import it again.`;
}
