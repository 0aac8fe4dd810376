/** Damerau-Levenshtein distance (adjacent swaps count one), stopped at `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let cost = Math.min(
        (previous[j] ?? 0) + 1,
        (current[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      current.push(cost);
      least = Math.min(least, cost);
    }
    if (least > limit) return limit + 1;
    before = previous;
    previous = current;
  }
  return previous[b.length] ?? limit + 1;
}

export function nearest(wrong: string, names: Iterable<string>): string | undefined {
  const among = [...names];
  const limit = Math.max(1, Math.floor(wrong.length / 3));
  const wanted = fold(wrong);
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of among) {
    const distance = editDistance(wanted, fold(candidate), limit);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best ?? longer(wanted, among);
}

const shortestBeginning = 3;

/** The shortest name that begins with what was written: `component` is meant for `component_code`. */
function longer(wanted: string, among: readonly string[]): string | undefined {
  if (wanted.length < shortestBeginning) return undefined;
  return among
    .filter((candidate) => fold(candidate).startsWith(wanted))
    .toSorted((a, b) => a.length - b.length)[0];
}

/** `Did you mean "x"?` for the nearest of `among`, undefined when none is near. */
export function suggest(wrong: string, among: Iterable<string>): string | undefined {
  const found = nearest(wrong, among);
  return found === undefined ? undefined : `Did you mean "${found}"?`;
}

// purchasePrice, purchase-price and purchase_price are the same slip.
function fold(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '');
}
