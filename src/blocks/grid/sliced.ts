const slice = 12;

/** Does something with each of many, letting the page draw and take keys in between. */
export async function sliced<T>(items: readonly T[], each: (item: T, i: number) => void): Promise<void> {
  let until = performance.now() + slice;
  for (const [i, item] of items.entries()) {
    each(item, i);
    if (performance.now() < until) continue;
    await new Promise((next) => setTimeout(next));
    until = performance.now() + slice;
  }
}
