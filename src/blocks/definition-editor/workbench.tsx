import { useId, useRef, useState } from 'react';
import { formatValue } from '#src/core/format.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { asFailure } from '#src/render/failure.ts';
import { useAppPorts } from '#src/render/ports.tsx';
import type { Definition, Difference, Version } from './answers.ts';
import { CodeEditor, type CodePort } from './code-editor.tsx';
import { DifferencePanel } from './difference-panel.tsx';
import { DifferenceView } from './difference-view.tsx';
import { FindingsPanel } from './findings-panel.tsx';
import { formatted } from './formatted.ts';
import { HistoryPanel } from './history-panel.tsx';
import { NoteDialog } from './note-dialog.tsx';
import { PreviewPanel, type PreviewView } from './preview-panel.tsx';
import { StaleDialog } from './stale-dialog.tsx';
import type { Loaded, Outcome, useDefinition } from './use-definition.ts';

type Asked =
  | { readonly kind: 'publish'; readonly difference: Difference }
  | { readonly kind: 'rollback'; readonly version: Version }
  | { readonly kind: 'withdraw' }
  | { readonly kind: 'keep' }
  | { readonly kind: 'stale'; readonly difference: Difference }
  | { readonly kind: 'conflict' };

const panels = [
  { id: 'preview', title: 'Preview' },
  { id: 'findings', title: 'Findings' },
  { id: 'difference', title: 'Difference' },
  { id: 'history', title: 'History' },
] as const;

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

type WorkbenchProps = ReturnType<typeof useDefinition> & {
  readonly loaded: Loaded;
  readonly view: PreviewView;
  readonly onView: (view: PreviewView) => void;
  readonly props: BlockProps;
};

export function Workbench({
  loaded,
  schema,
  text,
  setText,
  unsaved,
  preview,
  previewFailure,
  revision,
  actions,
  open,
  view,
  onView,
  props,
}: WorkbenchProps) {
  const { definition, versions } = loaded;
  const app = useAppPorts();
  const id = useId();
  const code = useRef<CodePort | null>(null);
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<Asked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const drawn = definition.kind === 'screen';
  const shown = panels.filter((panel) => panel.id !== 'preview' || drawn);
  const panel = shown.find((one) => one.id === props.url.get('panel'))?.id ?? shown[0]?.id ?? 'findings';
  const findings = preview?.findings ?? definition.findings;
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  const { published } = definition;

  const run = async (work: () => Promise<Outcome>, done: string): Promise<Outcome> => {
    setBusy(true);
    setProblem(null);
    const outcome = await work();
    setBusy(false);
    if (outcome.kind === 'done') {
      setAsked(null);
      if (done !== '') app.snackbar('success', done);
    } else if (outcome.kind === 'refused') {
      setProblem(outcome.failure.message);
      app.snackbar('error', outcome.failure.message);
    } else setAsked(outcome);
    return outcome;
  };
  const save = () => run(actions.saveDraft, 'The draft is saved');
  const showPublication = async () => {
    try {
      setProblem(null);
      setAsked({ kind: 'publish', difference: await actions.differenceToDraft() });
    } catch (thrown) {
      app.snackbar('error', asFailure(thrown).message);
    }
  };
  const askToPublish = async () => {
    if (unsaved || !definition.draft) {
      const outcome = await run(actions.saveDraft, '');
      if (outcome.kind !== 'done') return;
    }
    await showPublication();
  };
  const format = () => {
    const next = formatted(text);
    if (next === null) app.snackbar('warning', 'Only correct JSON can be formatted. Mend the syntax first.');
    else setText(next);
  };
  const discard = async () => {
    const sure = await app.confirm({
      title: 'Discard the draft?',
      text: 'What was changed since the last publication is lost.',
      confirm: 'Discard the draft',
      intent: 'danger',
    });
    if (sure) await run(actions.discard, 'The draft is discarded');
  };
  const close = () => {
    setAsked(null);
    setProblem(null);
  };
  const dialog = { busy, problem, onClose: close };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of everything inside
    <div
      className="cad-workbench"
      onKeyDown={(event) => {
        if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 's' && !event.defaultPrevented) {
          event.preventDefault();
          if (definition.publishable) void save();
        }
      }}
    >
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
            <button type="button" className="cad-button" onClick={format}>
              Format
            </button>
            <button
              type="button"
              className="cad-button"
              disabled={busy || !unsaved}
              title="Ctrl+S"
              onClick={() => void save()}
            >
              Save draft
            </button>
            <button
              type="button"
              className="cad-button"
              disabled={busy || !(unsaved || definition.draft)}
              onClick={() => void discard()}
            >
              Discard draft
            </button>
            {definition.file === null && published ? (
              <button
                type="button"
                className="cad-button"
                disabled={busy}
                onClick={() => setAsked({ kind: 'withdraw' })}
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
              onClick={() => void askToPublish()}
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
            onClick={() => setAsked({ kind: 'withdraw' })}
          >
            Accept the file…
          </button>
          <button
            type="button"
            className="cad-button"
            disabled={busy}
            onClick={() => setAsked({ kind: 'keep' })}
          >
            Keep what is published…
          </button>
        </div>
      ) : null}
      <div className="cad-workbench-halves">
        <CodeEditor
          text={text}
          label={`Text of ${definition.path}`}
          readOnly={!definition.publishable}
          schema={schema}
          findings={findings.filter(({ file }) => file === definition.path)}
          onChange={setText}
          onSave={() => void save()}
          port={code}
        />
        <div className="cad-workbench-side">
          <div className="cad-workbench-tabs" role="tablist" aria-label="Beside the text">
            {shown.map((one, i) => (
              <button
                key={one.id}
                type="button"
                role="tab"
                id={`${id}-tab-${one.id}`}
                aria-selected={one.id === panel}
                aria-controls={`${id}-panel`}
                tabIndex={one.id === panel ? 0 : -1}
                onClick={() => props.url.set('panel', one.id)}
                onKeyDown={(event) => {
                  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
                  const next = step === 0 ? undefined : shown[(i + step + shown.length) % shown.length];
                  if (!next) return;
                  props.url.set('panel', next.id);
                  document.getElementById(`${id}-tab-${next.id}`)?.focus();
                }}
              >
                {one.title}
                {one.id === 'findings' && findings.length > 0 ? ` (${findings.length})` : ''}
              </button>
            ))}
          </div>
          <div
            id={`${id}-panel`}
            role="tabpanel"
            aria-labelledby={`${id}-tab-${panel}`}
            className="cad-workbench-panel"
          >
            {panel === 'preview' ? (
              <PreviewPanel
                preview={preview}
                failure={previewFailure}
                inForce={!unsaved && definition.draft === null}
                scope={props.scope}
                view={view}
                onView={onView}
              />
            ) : panel === 'findings' ? (
              <FindingsPanel
                findings={findings}
                path={definition.path}
                onOpen={(finding) => code.current?.goTo(finding.line, finding.column)}
              />
            ) : panel === 'difference' ? (
              <DifferencePanel
                definition={definition}
                versions={versions}
                unsaved={unsaved}
                revision={revision}
              />
            ) : (
              <HistoryPanel
                versions={versions}
                current={published?.version ?? null}
                busy={busy || !definition.publishable}
                onRollBack={(version) => setAsked({ kind: 'rollback', version })}
              />
            )}
          </div>
        </div>
      </div>
      {asked?.kind === 'publish' ? (
        <NoteDialog
          {...dialog}
          title="Publish this draft?"
          confirm="Publish"
          onConfirm={(note) => void run(() => actions.publish(note), 'The definition is published')}
        >
          <p>Everybody who may see it gets it within half a minute. What changes:</p>
          <DifferenceView difference={asked.difference} />
        </NoteDialog>
      ) : asked?.kind === 'rollback' ? (
        <NoteDialog
          {...dialog}
          title={`Roll back to version ${asked.version.version}?`}
          confirm="Roll back"
          danger
          onConfirm={(note) =>
            void run(
              () => actions.rollBack(asked.version.version, note),
              `Version ${asked.version.version} is in force again`,
            )
          }
        >
          <p>Its text becomes a new version. Nothing of the history is lost.</p>
        </NoteDialog>
      ) : asked?.kind === 'withdraw' && definition.file === null ? (
        <NoteDialog
          {...dialog}
          title="Remove this definition?"
          confirm="Remove"
          danger
          onConfirm={(note) => void run(() => actions.withdraw(note), 'The definition is removed')}
        >
          <p>Nobody sees it any more. Its versions stay in the history, from where it can be put back.</p>
        </NoteDialog>
      ) : asked?.kind === 'withdraw' ? (
        <NoteDialog
          {...dialog}
          title="Accept the file?"
          confirm="Accept the file"
          danger
          onConfirm={(note) => void run(() => actions.withdraw(note), 'The file is in force again')}
        >
          <p>The file of the repository is put in force. What was published stays in the history.</p>
        </NoteDialog>
      ) : asked?.kind === 'keep' && published ? (
        <NoteDialog
          {...dialog}
          title="Keep what is published?"
          confirm="Keep it"
          onConfirm={(note) =>
            void run(() => actions.rollBack(published.version, note), 'What is published stays in force')
          }
        >
          <p>The published text becomes a new version over the file as it is now.</p>
        </NoteDialog>
      ) : asked?.kind === 'stale' || asked?.kind === 'conflict' ? (
        <StaleDialog
          difference={asked.kind === 'stale' ? asked.difference : null}
          busy={busy}
          onTheirs={() =>
            void (asked.kind === 'stale'
              ? run(actions.discard, 'What is in force is shown')
              : open().then(close))
          }
          onMine={async () => {
            const outcome = await run(actions.keepMine, '');
            // What is mine is shown once more, against what is theirs, before it is published.
            if (outcome.kind === 'done' && asked.kind === 'stale') await showPublication();
          }}
          onClose={close}
        />
      ) : null}
    </div>
  );
}
