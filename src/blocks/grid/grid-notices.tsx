import type { Failure } from '#src/render/block-props.ts';
import type { Notice } from './notice.ts';

/** What happened to what was asked of the rows, and what could not be loaded of them. */
export function GridNotices({
  notice,
  failure,
  onClose,
  onRetry,
}: {
  readonly notice: Notice | null;
  readonly failure: Failure | null;
  readonly onClose: () => void;
  readonly onRetry: () => void;
}) {
  return (
    <>
      {notice ? (
        <div
          className="cad-grid-notice"
          data-kind={notice.kind}
          role={notice.kind === 'error' ? 'alert' : 'status'}
        >
          {notice.text}
          <button type="button" aria-label="Close message" onClick={onClose}>
            ×
          </button>
        </div>
      ) : null}
      {failure ? (
        <div className="cad-grid-notice" data-kind="error" role="alert">
          Some rows could not be loaded. {failure.message}
          {failure.reference ? ` Reference ${failure.reference}.` : ''}
          <button type="button" className="cad-button" onClick={onRetry}>
            Try again
          </button>
        </div>
      ) : null}
    </>
  );
}
