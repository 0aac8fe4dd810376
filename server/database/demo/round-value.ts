/** Rounding of land values by size: 10, 100, 1,000, 10,000, 100,000. */
export function roundValue(value: number): number {
  const step = value < 1e4 ? 10 : value < 1e5 ? 100 : value < 1e6 ? 1_000 : value < 1e7 ? 10_000 : 100_000;
  return Math.max(step, Math.round(value / step) * step);
}

/** A value times a factor of three decimals, as the database multiplies: 500,000 × 1.039 is 519,500 and not a hair less. */
export function factored(value: number, factor: number): number {
  return roundValue((value * Math.round(factor * 1_000)) / 1_000);
}
