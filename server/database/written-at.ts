import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface WrittenAt {
  /** Inside the checkout. */
  readonly file: string;
  readonly line: number;
}

const here = dirname(fileURLToPath(import.meta.url));
const folders = ['migrations', 'views'];

/** Where a table, view or function was made last. */
export function writtenAt(name: string): WrittenAt {
  const made = new RegExp(
    `\\b(?:create(?: or replace)?(?: materialized| foreign)? (?:table|view|function)(?: if not exists)?|record_table\\(')\\s*"?${name.replace(/\W/g, '\\$&')}"?\\b`,
    'i',
  );
  let found: WrittenAt = { file: 'server/database/migrations', line: 1 };
  for (const folder of folders) {
    for (const file of filesOf(folder)) {
      const lines = readFileSync(join(here, folder, file), 'utf8').split('\n');
      lines.forEach((line, i) => {
        if (made.test(line)) found = { file: `server/database/${folder}/${file}`, line: i + 1 };
      });
    }
  }
  return found;
}

function filesOf(folder: string): readonly string[] {
  try {
    return readdirSync(join(here, folder))
      .filter((file) => file.endsWith('.sql'))
      .sort();
  } catch {
    return [];
  }
}
