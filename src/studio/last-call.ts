import type { LoggedCall } from './call-log.ts';

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/** The last call by which a source got its rows. */
export function lastCallOf(
  calls: readonly LoggedCall[],
  screen: string,
  source: { readonly id: string; readonly operation: string | null },
): LoggedCall | null {
  return (
    calls.find(({ operation, input }) =>
      source.operation === null
        ? operation === 'query.run' &&
          member(input.body, 'screen') === screen &&
          member(input.body, 'source') === source.id
        : operation === source.operation,
    ) ?? null
  );
}
