// What earlier runs found to be sound, in files below the data folder. Any of them may be missing or broken.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Memory } from '#src/core/memory.ts';

type Digest = Memory['digest'];

const sha: Digest = (...texts) => {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(text).update('\0');
  return hash.digest('base64url').slice(0, 32);
};

const product = fileURLToPath(new URL('../../', import.meta.url));
/** Whatever decides what a definition comes to, beside the definitions. */
const rooms = ['src/core', 'src/blocks', 'src/actions', 'src/widgets', 'src/generated'];
let stamp: string | null = null;

/** Names this engine: one that was changed recalls nothing of the other. */
function stampOfSources(): string {
  const files = rooms.flatMap((room) =>
    readdirSync(join(product, room), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .sort()
      .map((name) => join(room, name)),
  );
  return sha(...[...files, 'package-lock.json'].flatMap((file) => [file, readFileSync(join(product, file))]));
}

export function createMemory(dataDir: string): Memory {
  const folder = join(dataDir, 'linked');
  mkdirSync(folder, { recursive: true });
  stamp ??= stampOfSources();
  const engine = stamp;
  const digest: Digest = (...texts) => sha(engine, ...texts);
  const fileOf = (name: string) => join(folder, `${sha(name)}.json`);
  return {
    digest,
    recall: (name, key) => {
      try {
        const [written = '', whole = '', text = ''] = readFileSync(fileOf(name), 'utf8').split('\n');
        return written === key && whole === sha(text) ? JSON.parse(text) : null;
      } catch {
        return null;
      }
    },
    keep: (name, key, value) => {
      const text = JSON.stringify(value);
      const file = fileOf(name);
      try {
        writeFileSync(`${file}.${process.pid}`, `${key}\n${sha(text)}\n${text}`);
        renameSync(`${file}.${process.pid}`, file);
      } catch {
        // It is found out again the next time.
      }
    },
  };
}
