// What ran, as a table of counts by factor.
import { type Factors, pairsOf } from './pairwise.ts';

export interface Tally {
  readonly add: (combination: { readonly [factor: string]: string }) => void;
  readonly table: (title: string) => string;
}

export function tallyOf(possible: ReadonlySet<string>): Tally {
  const counts = new Map<string, Map<string, number>>();
  const met = new Set<string>();
  let total = 0;
  return {
    add: (combination) => {
      total += 1;
      for (const [factor, level] of Object.entries(combination)) {
        const levels = counts.get(factor) ?? new Map<string, number>();
        levels.set(level, (levels.get(level) ?? 0) + 1);
        counts.set(factor, levels);
      }
      for (const pair of pairsOf(combination)) if (possible.has(pair)) met.add(pair);
    },
    table: (title) =>
      [
        `${title}: ${total} drawings, ${met.size} of ${possible.size} pairs of levels`,
        ...[...counts].map(
          ([factor, levels]) =>
            `  ${factor.padEnd(9)} ${[...levels].map(([level, count]) => `${level} ${count}`).join(' · ')}`,
        ),
      ].join('\n'),
  };
}

export type { Factors };
