import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedFiles } from './generate/generated-files.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

let changed = 0;
for (const [file, text] of await generatedFiles(root)) {
  const path = join(root, file);
  if (read(path) === text) continue;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  console.log(`${file} written`);
  changed++;
}
console.log(changed === 0 ? 'Every generated file is current.' : `${changed} generated files written.`);

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
