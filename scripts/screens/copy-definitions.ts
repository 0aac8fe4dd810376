import { chmodSync, cpSync, mkdtempSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder with copies of the definitions that can be changed at will; the caller removes it. */
export function copyDefinitions(root: string): string {
  const copy = mkdtempSync(join(tmpdir(), 'cadastre-definitions-'));
  // Started by root, the database runs as another user, who has to reach the folder.
  chmodSync(copy, 0o755);
  for (const folder of ['screens', 'schemas', 'docs'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  symlinkSync(join(root, 'server'), join(copy, 'server'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}
