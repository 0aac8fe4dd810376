import type { ReactNode } from 'react';
import type { QueuedFile } from './queue.ts';

/** One file: its name, how far it is, and what became of it. */
export function FileLine({
  entry,
  size,
  result,
  onCancel,
}: {
  readonly entry: QueuedFile;
  readonly size: string;
  readonly result: (answer: unknown) => string;
  readonly onCancel: () => void;
}): ReactNode {
  const { file, state } = entry;
  const open = state.kind === 'waiting' || state.kind === 'sending';
  return (
    <li data-state={state.kind}>
      <span className="cad-upload-name">
        {file.name} <span className="cad-upload-help">{size}</span>
      </span>
      {state.kind === 'sending' ? (
        <progress value={state.share} max={1} aria-label={`Sending ${file.name}`}>
          {Math.round(state.share * 100)} %
        </progress>
      ) : null}
      <span className="cad-upload-state" role={state.kind === 'failed' ? 'alert' : 'status'}>
        {state.kind === 'waiting' ? 'Waiting' : null}
        {state.kind === 'sending' && state.share >= 1 ? 'Being read' : null}
        {state.kind === 'sent' ? result(state.answer) : null}
        {state.kind === 'cancelled' ? 'Cancelled' : null}
        {state.kind === 'failed' ? (
          <>
            {state.failure.message}
            {state.failure.reference ? ` (reference ${state.failure.reference})` : ''}
          </>
        ) : null}
      </span>
      {open ? (
        <button type="button" className="cad-button" aria-label={`Cancel ${file.name}`} onClick={onCancel}>
          Cancel
        </button>
      ) : null}
    </li>
  );
}
