import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { kindOf } from '#src/core/prepare.ts';
import { filesUnder } from '../generate/read-parts.ts';
import { checkScreens } from './check.ts';
import { copyDefinitions } from './copy-definitions.ts';

export interface CheckBench {
  readonly definitions: number;
  /** Milliseconds of the first check, which asks the database about every query. */
  readonly cold: number;
  /** Milliseconds of a check whose queries are all known. */
  readonly warm: number;
}

/** Checks the repository's definitions, its reports copied until there are `wanted` of them. */
export async function benchCheck(root: string, wanted = 150): Promise<CheckBench> {
  const copy = copyDefinitions(root);
  try {
    const definitions = multiply(copy, wanted);
    const run = async (): Promise<number> => {
      const start = performance.now();
      await checkScreens({ root: copy, json: true, out: () => {}, note: () => {} });
      return Math.round(performance.now() - start);
    };
    const cold = await run();
    return { definitions, cold, warm: await run() };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function multiply(root: string, wanted: number): number {
  const reports = reportsOf(root);
  let count = countOf(root);
  for (let n = 1; count < wanted; n++) {
    for (const file of reports) {
      if (count >= wanted) break;
      const name = basename(file, '.json');
      const text = readFileSync(join(root, file), 'utf8');
      const copied = text
        .replace(`"report/${name}"`, `"report/${name}${n}"`)
        .replace(`"/report/${name}/`, `"/report/${name}${n}/`);
      writeFileSync(join(root, 'screens/report', `${name}${n}.json`), copied);
      count++;
    }
  }
  return count;
}

function reportsOf(root: string): readonly string[] {
  return filesUnder(root, 'screens/report', /\.json$/).filter((file) =>
    readFileSync(join(root, file), 'utf8').includes('"sql"'),
  );
}

function countOf(root: string): number {
  return filesUnder(root, 'screens', /\.json$/).filter((file) => kindOf(file) === 'screen').length;
}
