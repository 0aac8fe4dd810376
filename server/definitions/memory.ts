// What earlier runs found to be sound, in one file below the data folder. It may be missing, and any line of it broken.
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
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

export interface StoredMemory extends Memory {
  /** Writes what was kept since; until then other processes do not know of it. */
  readonly flush: () => void;
}

/** Characters of a name, a key or a sum: each line is three of them and JSON. */
const width = 32;

/** The newest line of every name, and how many lines there are. */
function readLines(file: string): { readonly lines: Map<string, string>; readonly count: number } {
  try {
    const all = readFileSync(file, 'utf8').split('\n');
    return { lines: new Map(all.map((line) => [line.slice(0, width), line])), count: all.length };
  } catch {
    return { lines: new Map(), count: 0 };
  }
}

export function createMemory(dataDir: string): StoredMemory {
  const file = join(dataDir, 'sound-definitions');
  stamp ??= stampOfSources();
  const engine = stamp;
  // Held while a run asks and keeps, not as long as a server lives.
  let held: ReturnType<typeof readLines> | null = null;
  let fresh: string[] = [];
  return {
    digest: (...texts) => sha(engine, ...texts),
    recall: (name, key) => {
      held ??= readLines(file);
      const line = held.lines.get(sha(name)) ?? '';
      const text = line.slice(3 * width);
      if (line.slice(width, 2 * width) !== key || line.slice(2 * width, 3 * width) !== sha(text)) return null;
      return JSON.parse(text);
    },
    keep: (name, key, value) => {
      const text = JSON.stringify(value);
      fresh.push(`${sha(name)}${key}${sha(text)}${text}`);
    },
    flush: () => {
      const { lines, count } = held ?? { lines: new Map(), count: 0 };
      try {
        if (fresh.length > 0 && count + fresh.length > 2 * lines.size + 1_000) {
          for (const line of fresh) lines.set(line.slice(0, width), line);
          writeFileSync(`${file}.${process.pid}`, `${[...lines.values()].join('\n')}\n`);
          renameSync(`${file}.${process.pid}`, file);
        } else if (fresh.length > 0) {
          mkdirSync(dataDir, { recursive: true });
          appendFileSync(file, `\n${fresh.join('\n')}\n`);
        }
      } catch {
        // It is found out again the next time.
      }
      fresh = [];
      held = null;
    },
  };
}
