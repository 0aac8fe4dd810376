// `npm run coverage -- PATH`: writes docs/specification-coverage.md anew from the specification's text, keeping its proofs.
// `npm run coverage -- PATH prove 'ROW,ROW' 'tests/x.test.ts › title'` puts a proof to rows; ROW may end with `*`.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rowsOf } from './specification/rows.ts';
import { proofsOf, tableOf } from './specification/table.ts';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const file = join(root, 'docs/specification-coverage.md');
const [path, verb, ids = '', proof = ''] = process.argv.slice(2);
if (path === undefined || !existsSync(path)) {
  console.error('Say where the specification lies: npm run coverage -- PATH');
  process.exit(1);
}
const rows = rowsOf(readFileSync(path, 'utf8'));
const proofs = new Map(existsSync(file) ? proofsOf(readFileSync(file, 'utf8')) : []);
if (verb === 'prove')
  for (const pattern of ids.split(',')) {
    const meant = rows.filter(({ id }) =>
      pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern,
    );
    if (meant.length === 0) {
      console.error(`Row "${pattern}" is not in the specification.`);
      process.exitCode = 1;
    }
    for (const { id } of meant) proofs.set(id, proof);
  }
writeFileSync(file, tableOf(rows, proofs));
const missing = rows.filter(({ id }) => !proofs.has(id));
console.log(`${rows.length} rows, ${missing.length} without a proof.`);
