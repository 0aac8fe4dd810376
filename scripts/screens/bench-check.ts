import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyDefinitions, countScreens } from './copy-definitions.ts';

/** Seconds of CPU of whole processes; what else the machine does meanwhile hardly counts. */
export interface CheckBench {
  readonly screens: number;
  /** Nothing is known from a former run but what the database says of the queries. */
  readonly cold: number;
  /** Nothing has changed since. */
  readonly again: number;
  /** One screen was saved, and is asked for alone. */
  readonly one: number;
  /** One screen is asked for alone, and nothing is known. */
  readonly oneCold: number;
}

const rounds = 3;
const screen = 'screens/report/mediansales.json';

/** Checks the repository's definitions, its reports copied until there are so many screens. */
export function benchCheck(root: string, wanted: number): CheckBench {
  const copy = copyDefinitions(root, wanted);
  const kept = join(copy, 'var', 'check', 'sound-definitions');
  const check = (...only: readonly string[]): number =>
    Number(
      execFileSync(process.execPath, [join(root, 'scripts/bench/check-folder.mjs'), copy, ...only], {
        encoding: 'utf8',
      }),
    );
  const best = (measure: () => number) => Math.min(...Array.from({ length: rounds }, measure));
  const forget = () => rmSync(kept, { force: true });
  let saves = 0;
  const save = () => {
    const text = readFileSync(join(copy, screen), 'utf8');
    writeFileSync(join(copy, screen), text.replace('"title": "', `"title": "${++saves} `));
  };
  try {
    check();
    return {
      screens: countScreens(copy),
      oneCold: best(() => {
        forget();
        return check(screen);
      }),
      cold: best(() => {
        forget();
        return check();
      }),
      again: best(() => check()),
      one: best(() => {
        save();
        return check(screen);
      }),
    };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}
