/**
 * Collects what is asked for within `ms` of the first question into one. What is asked for twice is asked once.
 * An answer that lacks a name answers it with undefined; a failure fails all that were in it.
 */
export function collector<T>(
  ask: (names: readonly string[]) => Promise<{ readonly [name: string]: T }>,
  ms: number,
  most = 50,
): (name: string) => Promise<T | undefined> {
  let waiting: {
    readonly names: Set<string>;
    readonly answer: Promise<{ readonly [name: string]: T }>;
  } | null = null;
  const begin = () => {
    const names = new Set<string>();
    const answer = new Promise<void>((resolve) => {
      setTimeout(resolve, ms);
    }).then(() => {
      if (waiting?.names === names) waiting = null;
      return ask([...names]);
    });
    return { names, answer };
  };
  return async (name) => {
    if (waiting === null || waiting.names.size >= most) waiting = begin();
    waiting.names.add(name);
    const answer = await waiting.answer;
    return Object.hasOwn(answer, name) ? answer[name] : undefined;
  };
}
