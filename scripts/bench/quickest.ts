const rounds = 5;

/** The quickest of some rounds after one that warms, which others on the machine slow least; in milliseconds. */
export async function quickest(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const begun = performance.now();
    await work();
    if (round > 0) times.push(performance.now() - begun);
  }
  return Math.min(...times);
}
