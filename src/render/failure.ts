import type { Failure, SourceView } from './block-props.ts';

export function isFailure(value: unknown): value is Failure {
  return (
    typeof value === 'object' &&
    value !== null &&
    'status' in value &&
    'message' in value &&
    'errors' in value
  );
}

/** Anything thrown becomes a Failure, so that a block has one shape to draw. */
export function asFailure(thrown: unknown): Failure {
  if (isFailure(thrown)) return thrown;
  return {
    status: 0,
    code: 'client',
    message: thrown instanceof Error ? thrown.message : 'Something went wrong.',
    reference: null,
    errors: [],
    details: {},
  };
}

/** What is told of sources that failed beside each other, and a way to ask for all of them again; null where none did. */
export function failedTogether(
  views: readonly (SourceView | null | undefined)[],
): Pick<SourceView, 'failure' | 'retry'> | null {
  const failed = views.flatMap((view) => (view?.status === 'failed' ? [view] : []));
  const [first] = failed;
  if (!first) return null;
  return {
    failure: first.failure,
    retry: () => {
      for (const view of failed) view.retry();
    },
  };
}

/** How long a snackbar shows a failure, in ms; undefined for as long as any other. The security system's words are long. */
export function shownFor({ status }: Failure): number | undefined {
  return status === 406 ? 5_000 : undefined;
}

/** What a page's operation asks for is not there: the page says so in place of its blocks, nobody else does. */
export function isMissing(kind: string, failure: Failure | null): boolean {
  return kind === 'operation' && failure?.status === 404;
}

export function isAbort(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'AbortError';
}
