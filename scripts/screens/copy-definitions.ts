import { chmodSync, cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { kindOf } from '#src/core/prepare.ts';
import { filesUnder } from '../generate/read-parts.ts';

/**
 * A folder with copies of the definitions that can be changed at will, the reports again and again under other names
 * until there are `wanted` screens; the caller removes it.
 */
export function copyDefinitions(root: string, wanted = 0): string {
  const copy = mkdtempSync(join(tmpdir(), 'cadastre-definitions-'));
  // Started by root, the database runs as another user, who has to reach the folder.
  chmodSync(copy, 0o755);
  for (const folder of ['screens', 'schemas', 'docs'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  symlinkSync(join(root, 'server'), join(copy, 'server'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  multiply(copy, wanted);
  return copy;
}

function multiply(root: string, wanted: number): void {
  const reports = reportsOf(root);
  let count = countScreens(root);
  for (let n = 1; count < wanted; n++) {
    for (const file of reports) {
      if (count >= wanted) break;
      const text = readFileSync(join(root, file), 'utf8');
      // The last part of a route that is no parameter.
      const copied = text
        .replace(/("route": "\/report(?:\/[\w-]+)+)/, `$1${n}`)
        .replace(/("id": "report(?:\/[\w-]+)+)/, `$1${n}`);
      writeFileSync(join(root, file.replace(/\.json$/, `${n}.json`)), copied);
      count++;
    }
  }
}

function reportsOf(root: string): readonly string[] {
  return filesUnder(root, 'screens/report', /\.json$/).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('"sql"'),
  );
}

export function countScreens(root: string): number {
  return filesUnder(root, 'screens', /\.json$/).filter((file) => kindOf(file) === 'screen').length;
}
