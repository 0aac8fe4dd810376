// Few combinations of many factors: every two levels of two factors meet in at least one of them.
import { pick, type Random, randomOf, shuffled } from './random.ts';

export type Factors = { readonly [factor: string]: readonly string[] };
export type Combination = { readonly [factor: string]: string };

function pairKey(a: string, levelA: string, b: string, levelB: string): string {
  return a < b ? `${a}=${levelA}&${b}=${levelB}` : `${b}=${levelB}&${a}=${levelA}`;
}

/** The pairs of levels that a combination, whole or half made, holds. */
export function pairsOf(combination: Combination): readonly string[] {
  const chosen = Object.entries(combination);
  return chosen.flatMap(([a, levelA], i) =>
    chosen.slice(i + 1).map(([b, levelB]) => pairKey(a, levelA, b, levelB)),
  );
}

export function allPairs(factors: Factors): ReadonlySet<string> {
  const names = Object.keys(factors);
  const pairs = new Set<string>();
  names.forEach((a, i) => {
    for (const b of names.slice(i + 1))
      for (const levelA of factors[a] ?? [])
        for (const levelB of factors[b] ?? []) pairs.add(pairKey(a, levelA, b, levelB));
  });
  return pairs;
}

function candidate(factors: Factors, worth: (pair: string) => number, random: Random): Combination {
  const combination: { [factor: string]: string } = {};
  for (const factor of shuffled(Object.keys(factors), random)) {
    let best: { readonly level: string; readonly gain: number } | null = null;
    for (const level of shuffled(factors[factor] ?? [], random)) {
      const gain = Object.entries(combination).reduce(
        (sum, [other, chosen]) => sum + worth(pairKey(factor, level, other, chosen)),
        0,
      );
      if (best === null || gain > best.gain) best = { level, gain };
    }
    if (best) combination[factor] = best.level;
  }
  return Object.fromEntries(Object.keys(factors).map((factor) => [factor, combination[factor] ?? '']));
}

/** Combinations in which every pair of levels appears. */
export function pairwise(factors: Factors, seed: number): readonly Combination[] {
  const random = randomOf(seed);
  const open = new Set(allPairs(factors));
  const names = Object.keys(factors);
  const found: Combination[] = [];
  if (names.length === 1)
    return (factors[names[0] ?? ''] ?? []).map((level) => ({ [names[0] ?? '']: level }));
  while (open.size > 0) {
    // One pair that is still missing is held fast, so that every round covers something.
    const [a = '', b = ''] = pick([...open], random).split('&');
    const [factorA = '', levelA = ''] = a.split('=');
    const [factorB = '', levelB = ''] = b.split('=');
    const held = { ...factors, [factorA]: [levelA], [factorB]: [levelB] };
    let best: Combination | null = null;
    let most = 0;
    for (let i = 0; i < 12; i++) {
      const tried = candidate(held, (pair) => (open.has(pair) ? 1 : 0), random);
      const gain = pairsOf(tried).filter((pair) => open.has(pair)).length;
      if (gain > most) [best, most] = [tried, gain];
    }
    if (best === null) throw new Error(`The pair ${a}, ${b} fits no combination.`);
    for (const pair of pairsOf(best)) open.delete(pair);
    found.push(best);
  }
  return found;
}

/**
 * `count` combinations for each of several subjects whose levels may differ: one subject's differ from each other in
 * as many factors as they can, and over all subjects pairs that were drawn seldom are drawn first.
 */
export function spread(
  subjects: readonly { readonly id: string; readonly factors: Factors }[],
  count: number,
  seed: number,
): ReadonlyMap<string, readonly Combination[]> {
  const random = randomOf(seed);
  const drawn = new Map<string, number>();
  const plan = new Map<string, readonly Combination[]>();
  for (const { id, factors } of subjects) {
    const own: Combination[] = [];
    const worth = (pair: string) => 1 / (1 + (drawn.get(pair) ?? 0)) ** 2;
    for (let n = 0; n < count; n++) {
      const unused = Object.fromEntries(
        Object.entries(factors).map(([factor, levels]) => {
          const left = levels.filter((level) => own.every((other) => other[factor] !== level));
          return [factor, left.length > 0 ? left : levels];
        }),
      );
      let best: Combination | null = null;
      let most = Number.NEGATIVE_INFINITY;
      for (let i = 0; i < 12; i++) {
        const tried = candidate(unused, worth, random);
        const gain = pairsOf(tried).reduce((sum, pair) => sum + worth(pair), 0);
        if (gain > most) [best, most] = [tried, gain];
      }
      if (best === null) continue;
      own.push(best);
      for (const pair of pairsOf(best)) drawn.set(pair, (drawn.get(pair) ?? 0) + 1);
    }
    plan.set(id, own);
  }
  return plan;
}
