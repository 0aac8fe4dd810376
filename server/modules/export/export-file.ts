// The file of an export: one part as it is, several as a ZIP that comes to the same bytes each time.
import { type Zippable, zipSync } from 'fflate';

export interface ExportFile {
  readonly filename: string;
  readonly bytes: Uint8Array;
}

export interface Part {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The earliest that the format knows: the moment of writing would make every file another one. */
const noTime = new Date(1980, 0, 1);

export function zipOf(name: string, parts: readonly Part[]): ExportFile {
  const members: Zippable = {};
  // What is compressed already only takes time.
  for (const part of parts)
    members[part.name] = [part.bytes, { level: part.name.endsWith('.pdf') ? 0 : 6, mtime: noTime }];
  return { filename: `${name}.zip`, bytes: zipSync(members) };
}

export function fileOf(name: string, parts: readonly Part[]): ExportFile {
  const [first, ...more] = parts;
  return first && more.length === 0 ? { filename: first.name, bytes: first.bytes } : zipOf(name, parts);
}
