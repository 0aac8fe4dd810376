import { useEffect, useState } from 'react';
import { call } from '#src/api/call.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { Failure } from '#src/render/block-props.ts';
import { Dialog } from '#src/render/dialog.tsx';
import { asFailure, isAbort } from '#src/render/failure.ts';
import { useApi } from '#src/render/ports.tsx';

export const shortestReworded = 20;
export const notEnoughText = 'There is not enough text -- please type some more';

function contentOf(answer: unknown): string {
  const choices: unknown = isJsonObject(answer) ? answer.choices : null;
  const first: unknown = Array.isArray(choices) ? choices[0] : null;
  const message: unknown = isJsonObject(first) ? first.message : null;
  const content: unknown = isJsonObject(message) ? message.content : null;
  if (typeof content !== 'string') throw new Error('The service that rewords texts answered without a text.');
  return content;
}

/** A text and the proposal for other words, side by side: one of them is kept. */
export function RewordDialog({
  text,
  onAccept,
  onClose,
}: {
  readonly text: string;
  readonly onAccept: (proposal: string) => void;
  readonly onClose: () => void;
}) {
  const api = useApi();
  const [proposal, setProposal] = useState<string | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [attempt, setAttempt] = useState(1);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks anew
  useEffect(() => {
    const gone = new AbortController();
    call(api, 'reword.run', { body: { text } }, gone.signal).then(
      (answer) => {
        try {
          setProposal(contentOf(answer));
        } catch (thrown) {
          setFailure(asFailure(thrown));
        }
      },
      (thrown: unknown) => {
        if (!gone.signal.aborted && !isAbort(thrown)) setFailure(asFailure(thrown));
      },
    );
    return () => gone.abort();
  }, [api, text, attempt]);
  return (
    <Dialog title="Reword using AI" closing="own" apart className="cad-rich-popup" onClose={onClose}>
      <div className="cad-reword">
        <section aria-label="Original">
          <h3>Original</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard, too */}
          <div className="cad-reword-text" tabIndex={0}>
            {text}
          </div>
        </section>
        <section aria-label="Proposal" aria-busy={proposal === null && failure === null}>
          <h3>Proposal</h3>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard, too */}
          <div className="cad-reword-text" tabIndex={0} role="status">
            {failure ? (
              <span className="cad-field-error">{failure.message}</span>
            ) : (
              (proposal ?? <span className="cad-reword-waiting">Rewording …</span>)
            )}
          </div>
        </section>
      </div>
      <p className="cad-field-help">
        A proposal may be wrong: read it before you accept it. It comes without bold, lists and links.
      </p>
      <div className="cad-dialog-buttons">
        {failure ? (
          <button
            type="button"
            className="cad-button"
            onClick={() => {
              setFailure(null);
              setAttempt(attempt + 1);
            }}
          >
            Try again
          </button>
        ) : null}
        <button type="button" className="cad-button" onClick={onClose}>
          Keep the original
        </button>
        <button
          type="button"
          className="cad-button cad-primary"
          disabled={proposal === null}
          onClick={() => {
            if (proposal !== null) onAccept(proposal);
          }}
        >
          Accept the proposal
        </button>
      </div>
    </Dialog>
  );
}
