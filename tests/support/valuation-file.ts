import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import type { Manifest } from '#server/modules/valuationfile/manifest.ts';

/** What a valuation file holds, read without the product's own reader. */
export function contentsOf(path: string) {
  const members = unzipSync(readFileSync(path));
  const text = (name: string) => Buffer.from(members[name] ?? new Uint8Array()).toString('utf8');
  const manifest: Manifest = JSON.parse(text('manifest.json'));
  return { names: Object.keys(members).sort(), members, text, manifest };
}
