import { type ReactNode, useEffect, useState } from 'react';
import type { Failure, SourceView } from './block-props.ts';
import './states.css';

/** Wait before anything is said to load, in ms. */
export const skeletonAfter = 300;

/** True once `ms` have passed, so that quick answers never flash a skeleton. */
export function useAfter(ms: number): boolean {
  const [passed, setPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return passed;
}

export function Skeleton({ lines = 4, page }: { readonly lines?: number; readonly page?: boolean }) {
  const shown = useAfter(skeletonAfter);
  return (
    <div className="cad-skeleton" role="status" aria-label="Loading" data-shown={shown} data-page={page}>
      {shown
        ? Array.from({ length: lines }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholder lines have no identity
            <div key={i} className="cad-skeleton-line" style={{ width: `${90 - ((i * 17) % 40)}%` }} />
          ))
        : null}
    </div>
  );
}

/** What happened, a reference and a way on: never an empty table in place of a failed query. */
export function ErrorCard({
  title = 'This part could not be loaded',
  failure,
  message,
  onRetry,
}: {
  readonly title?: string;
  readonly failure?: Failure | null;
  readonly message?: string;
  readonly onRetry?: (() => void) | undefined;
}) {
  return (
    <div className="cad-error-card" role="alert">
      <strong>{title}</strong>
      <p>{failure?.message ?? message ?? 'Something went wrong.'}</p>
      {failure?.reference ? <p className="cad-muted">Reference {failure.reference}</p> : null}
      {onRetry ? (
        <button type="button" className="cad-button" onClick={onRetry}>
          Try again
        </button>
      ) : null}
    </div>
  );
}

export function EmptyState({ children }: { readonly children: ReactNode }) {
  return <div className="cad-empty">{children}</div>;
}

/** Loading, failed and empty states of a block around its content. */
export function BlockStates({
  source,
  empty,
  isEmpty = false,
  children,
  lines = 4,
}: {
  readonly source: SourceView | null;
  readonly empty?: ReactNode;
  readonly isEmpty?: boolean;
  readonly lines?: number;
  readonly children: ReactNode;
}) {
  if (!source) return <>{children}</>;
  if (source.status === 'failed') return <ErrorCard failure={source.failure} onRetry={source.retry} />;
  if (source.status === 'loading' || source.status === 'idle') return <Skeleton lines={lines} />;
  if (isEmpty) return <EmptyState>{empty ?? 'There is nothing to show.'}</EmptyState>;
  return <>{children}</>;
}
