// A list of PIDs as somebody pastes it or a mapping program writes it: one a line.

export type Fault = 'UNKNOWN' | 'FOREIGN' | 'DATASET' | 'DOUBLE' | 'BLANK';

/** A line that is not taken, which refuses none of the others. */
export interface LeftOut {
  readonly line: number;
  readonly text: string;
  readonly fault: Fault;
}

export interface PidLines {
  /** Each PID once, with the line on which it stands first. */
  readonly pids: ReadonlyMap<number, number>;
  readonly lines: number;
  readonly leftOut: readonly LeftOut[];
  /** Lines that are no PID: none of the list is taken. */
  readonly wrong: readonly { readonly line: number; readonly message: string }[];
}

const heading = /^"?(pid|prop(erty)?[ _]?id)"?$/i;
/** What is told of a line's text. */
const shown = 40;

export function readPids(text: string): PidLines {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  // The end of the last line begins no other.
  while (lines.length > 0 && lines.at(-1)?.trim() === '') lines.pop();
  const pids = new Map<number, number>();
  const leftOut: LeftOut[] = [];
  const wrong: { readonly line: number; readonly message: string }[] = [];
  for (const [i, whole] of lines.entries()) {
    const line = i + 1;
    const plain = whole
      .trim()
      .replace(/[,;]+$/, '')
      .replace(/^"(.*)"$/, '$1')
      .trim();
    const told = plain.length > shown ? `${plain.slice(0, shown)}…` : plain;
    if (plain === '') leftOut.push({ line, text: '', fault: 'BLANK' });
    else if (line === 1 && heading.test(plain)) continue;
    else if (!/^\d{1,15}$/.test(plain) || Number(plain) === 0)
      wrong.push({ line, message: `“${told}” is no PID. A PID is a whole number, one a line.` });
    else if (pids.has(Number(plain))) leftOut.push({ line, text: plain, fault: 'DOUBLE' });
    else pids.set(Number(plain), line);
  }
  return { pids, lines: lines.length, leftOut, wrong };
}

/** The same list as a file. */
export function writePids(pids: readonly number[]): Buffer {
  return Buffer.from(pids.map((pid) => `${pid}\r\n`).join(''), 'latin1');
}
