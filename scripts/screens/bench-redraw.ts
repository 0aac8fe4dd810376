import { chmodSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFactsReader } from '#server/definitions/facts.ts';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import { prepareForServing } from '#server/definitions/prepare.ts';
import { watchDefinitions } from '#server/definitions/watch.ts';
import { databaseFolder } from './check.ts';
import { copyDefinitions } from './copy-definitions.ts';
import { lazyDatabase } from './lazy-database.ts';

export interface RedrawBench {
  readonly definitions: number;
  /** Milliseconds of checking when one file of those that are known has changed; the median. */
  readonly check: number;
  /** Milliseconds from the save of a file until what it changed is prepared; the median. */
  readonly seen: number;
}

const rounds = 9;

function median(values: readonly number[]): number {
  return Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN);
}

/** Saves one screen again and again as a person does, on a copy of the repository's definitions. */
export async function benchRedraw(root: string, screen = 'report/mediansales'): Promise<RedrawBench> {
  const copy = copyDefinitions(root);
  chmodSync(copy, 0o755);
  const dataDir = join(root, 'var', 'check');
  const database = lazyDatabase(copy, databaseFolder(dataDir), () => {});
  let arrived: (at: number) => void = () => {};
  let end: () => void | Promise<void> = () => {};
  try {
    const facts = createFactsReader(database, { root, dataDir, keepTables: true });
    const checks: number[] = [];
    const seen: number[] = [];
    const prepare = async () => {
      const started = performance.now();
      const files = readDefinitionFiles(copy);
      await prepareForServing(files, facts, copy);
      const now = performance.now();
      checks.push(now - started);
      arrived(now);
      return files.filter(({ path }) => path.endsWith('.json')).length;
    };
    const definitions = await prepare();
    checks.length = 0;
    const watch = watchDefinitions(copy, async () => void (await prepare()), console.error);
    end = watch.close;
    const file = join(copy, 'screens', `${screen}.json`);
    const text = readFileSync(file, 'utf8');
    for (let round = 1; round <= rounds; round++) {
      const done = new Promise<number>((resolve) => {
        arrived = resolve;
      });
      const saved = performance.now();
      writeFileSync(file, text.replace(/"title": "/, `"title": "${round} `));
      seen.push((await done) - saved);
    }
    return { definitions, check: median(checks), seen: median(seen) };
  } finally {
    await end();
    await database.close();
    rmSync(copy, { recursive: true, force: true });
  }
}
