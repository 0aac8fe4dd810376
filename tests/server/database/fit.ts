/** Least squares on two regressors, within groups. */
export interface Fit {
  readonly n: number;
  readonly slopes: readonly [number, number];
  /** Of the variation within groups. */
  readonly r2: number;
}

interface Observed {
  readonly group: string;
  readonly y: number;
  readonly x: readonly [number, number];
}

export function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const high = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? high : ((sorted[middle - 1] ?? high) + high) / 2;
}

export function fitOf(rows: readonly Observed[]): Fit {
  const groups = new Map<string, { n: number; y: number; a: number; b: number }>();
  for (const { group, y, x } of rows) {
    const sum = groups.get(group) ?? { n: 0, y: 0, a: 0, b: 0 };
    groups.set(group, { n: sum.n + 1, y: sum.y + y, a: sum.a + x[0], b: sum.b + x[1] });
  }
  const total = { yy: 0, ya: 0, yb: 0, aa: 0, ab: 0, bb: 0 };
  for (const { group, y, x } of rows) {
    const mean = groups.get(group);
    if (!mean) continue;
    const [dy, a, b] = [y - mean.y / mean.n, x[0] - mean.a / mean.n, x[1] - mean.b / mean.n];
    total.yy += dy * dy;
    total.ya += dy * a;
    total.yb += dy * b;
    total.aa += a * a;
    total.ab += a * b;
    total.bb += b * b;
  }
  const { yy, ya, yb, aa, ab, bb } = total;
  const determinant = aa * bb - ab * ab;
  const slopes = [(ya * bb - yb * ab) / determinant, (yb * aa - ya * ab) / determinant] as const;
  return { n: rows.length, slopes, r2: (slopes[0] * ya + slopes[1] * yb) / yy };
}
