import { parseHeader } from './parse-header.ts';
import { ImportRefusal } from './refusal.ts';
import { beginOf } from './tables/decode-text.ts';
import type { TableKind } from './tables/table-kind.ts';
import { tellKind } from './tables/tell-kind.ts';

/** What pages of their own take; no import reads them. */
export type OtherFile = 'VAT' | 'PIDS' | 'PHOTO' | 'PDF';

/** What a file is, by its beginning: the id of a kind, PSI for sales, or what another page takes. Null where that cannot be told. */
export function tellFile(bytes: Buffer, kinds: readonly TableKind[]): string | null {
  return isSales(bytes) ? 'PSI' : (tellOther(bytes) ?? kindOf(bytes, kinds));
}

/** Null: the imports read it, or refuse it as none of theirs. */
export function tellOther(bytes: Buffer): OtherFile | null {
  if (pictures.some((first) => bytes.subarray(0, first.length).equals(first))) return 'PHOTO';
  if (bytes.subarray(0, 5).toString('latin1') === '%PDF-') return 'PDF';
  if (isSales(bytes)) return null;
  const lines = linesOf(bytes);
  if (lines.some((line) => exception.test(line))) return 'VAT';
  const pids = pidHeading.test(lines[0] ?? '') ? lines.slice(1) : lines;
  return pids.length > 0 && pids.every((line) => pid.test(line)) ? 'PIDS' : null;
}

const pictures = [Buffer.from([0xff, 0xd8, 0xff]), Buffer.from([0x89, 0x50, 0x4e, 0x47])];
/** District, a 1 July, two fields, and the level. */
const exception =
  /^B([;,|\t])"?\d{3}"?\1"?(?:19|20)\d{2}0701"?\1[^;,|\t]*\1[^;,|\t]*\1"?(?:ZONE|COMP|PID)"?\1/;
const pidHeading = /^"?(?:pid|prop(?:erty)?[ _]?id)"?[,; ]*$/i;
const pid = /^"?\d{1,15}"?[,; ]*$/;

function linesOf(bytes: Buffer): readonly string[] {
  return beginOf(bytes)
    .replace(/^\uFEFF/, '')
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function isSales(bytes: Buffer): boolean {
  try {
    return parseHeader(linesOf(bytes.subarray(0, 256))[0] ?? '') !== null;
  } catch (error) {
    if (error instanceof ImportRefusal) return false;
    throw error;
  }
}

function kindOf(bytes: Buffer, kinds: readonly TableKind[]): string | null {
  try {
    return tellKind(bytes, kinds)?.kind.id ?? null;
  } catch (error) {
    if (error instanceof ImportRefusal) return null;
    throw error;
  }
}
