import { formatValue } from '#src/core/format.ts';
import type { Definition } from './answers.ts';
import type { Asked } from './asked-dialog.tsx';

const stateTexts: { readonly [state in Definition['state']]: string } = {
  file: 'As in the repository’s file',
  draft: 'A draft waits to be published',
  published: 'Published over the file',
  drifted: 'Published, but the file has changed since',
  broken: 'Broken: it has errors',
  removed: 'Removed: nobody sees it. Publish it again, or roll back',
};

/** Of what lies in no file of the repository. */
const ownPublished = 'Published, without a file in the repository';

/** Where the definition stands, and what can be done with its text. */
export function WorkbenchBar({
  definition,
  unsaved,
  busy,
  errors,
  onFormat,
  onSave,
  onDiscard,
  onPublish,
  onAsk,
}: {
  readonly definition: Definition;
  readonly unsaved: boolean;
  readonly busy: boolean;
  readonly errors: number;
  readonly onFormat: () => void;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
  readonly onPublish: () => void;
  readonly onAsk: (asked: Asked) => void;
}) {
  const { published } = definition;
  return (
    <>
      <div className="cad-workbench-bar">
        <span className="cad-workbench-state" data-state={definition.state}>
          {definition.file === null && definition.state === 'published'
            ? ownPublished
            : stateTexts[definition.state]}
        </span>
        {definition.draft ? (
          <span className="cad-muted">
            Draft of {definition.draft.by ?? 'somebody'}, {formatValue('datetime', definition.draft.at)}
          </span>
        ) : null}
        {unsaved ? <span className="cad-workbench-unsaved">Not saved</span> : null}
        {definition.publishable ? (
          <div className="cad-workbench-actions">
            <button type="button" className="cad-button" onClick={onFormat}>
              Format
            </button>
            <button
              type="button"
              className="cad-button"
              disabled={busy || !unsaved}
              title="Ctrl+S"
              onClick={onSave}
            >
              Save draft
            </button>
            <button
              type="button"
              className="cad-button"
              disabled={busy || !(unsaved || definition.draft)}
              onClick={onDiscard}
            >
              Discard draft
            </button>
            {definition.file === null && published ? (
              <button
                type="button"
                className="cad-button"
                disabled={busy}
                onClick={() => onAsk({ kind: 'withdraw' })}
              >
                Remove…
              </button>
            ) : null}
            <button
              type="button"
              className="cad-button cad-primary"
              disabled={
                busy || !(unsaved || definition.draft || definition.state === 'removed') || errors > 0
              }
              title={errors > 0 ? 'Mend the errors first' : undefined}
              onClick={onPublish}
            >
              Publish…
            </button>
          </div>
        ) : (
          <span className="cad-muted">
            Read here, changed in the repository: it decides what the server reads and allows.
          </span>
        )}
      </div>
      {definition.state === 'drifted' && published ? (
        <div className="cad-workbench-drift" role="status">
          <span>The file in the repository has changed since version {published.version} was published.</span>
          <button
            type="button"
            className="cad-button"
            disabled={busy}
            onClick={() => onAsk({ kind: 'withdraw' })}
          >
            Accept the file…
          </button>
          <button
            type="button"
            className="cad-button"
            disabled={busy}
            onClick={() => onAsk({ kind: 'keep' })}
          >
            Keep what is published…
          </button>
        </div>
      ) : null}
    </>
  );
}
