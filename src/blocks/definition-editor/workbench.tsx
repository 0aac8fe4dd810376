import { useId, useRef, useState } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import { asFailure } from '#src/render/failure.ts';
import { isKey, type KeyHelp, useKeys } from '#src/render/keys.ts';
import { useAppPorts } from '#src/render/ports.tsx';
import { type Asked, AskedDialog } from './asked-dialog.tsx';
import { CodeEditor, type CodePort } from './code-editor.tsx';
import { DifferencePanel } from './difference-panel.tsx';
import { FindingsPanel } from './findings-panel.tsx';
import { formatted } from './formatted.ts';
import { HistoryPanel } from './history-panel.tsx';
import { PreviewPanel, type PreviewView } from './preview-panel.tsx';
import type { Loaded, Outcome, useDefinition } from './use-definition.ts';
import { WorkbenchBar } from './workbench-bar.tsx';

const saveKey: KeyHelp = { keys: ['Ctrl+S'], text: 'Save the draft' };
const panelKeys: KeyHelp = {
  keys: ['ArrowLeft', 'ArrowRight'],
  text: 'At a tab beside the text, go to the next one',
};

const panels = [
  { id: 'preview', title: 'Preview' },
  { id: 'findings', title: 'Findings' },
  { id: 'difference', title: 'Difference' },
  { id: 'history', title: 'History' },
] as const;

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
  useKeys('Editor of definitions', [saveKey, panelKeys]);
  const close = () => {
    setAsked(null);
    setProblem(null);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a shortcut of everything inside
    <div
      className="cad-workbench"
      onKeyDown={(event) => {
        if (isKey(event, saveKey) && !event.defaultPrevented) {
          event.preventDefault();
          if (definition.publishable) void save();
        }
      }}
    >
      <WorkbenchBar
        definition={definition}
        unsaved={unsaved}
        busy={busy}
        errors={errors}
        onFormat={format}
        onSave={() => void save()}
        onDiscard={() => void discard()}
        onPublish={() => void askToPublish()}
        onAsk={setAsked}
      />
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
          <Tabs
            id={id}
            shown={shown}
            panel={panel}
            count={findings.length}
            onPanel={(to) => props.url.set('panel', to)}
          />
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
                hasFile={definition.file !== null}
                busy={busy || !definition.publishable}
                onRollBack={(version) => setAsked({ kind: 'rollback', version })}
                onFile={() => setAsked({ kind: 'withdraw' })}
              />
            )}
          </div>
        </div>
      </div>
      <AskedDialog
        asked={asked}
        definition={definition}
        busy={busy}
        problem={problem}
        onClose={close}
        onPublish={(note) => void run(() => actions.publish(note), 'The definition is published')}
        onRollBack={(version, note, done) => void run(() => actions.rollBack(version, note), done)}
        onWithdraw={(note, done) => void run(() => actions.withdraw(note), done)}
        onTheirs={(stale) =>
          void (stale ? run(actions.discard, 'What is in force is shown') : open().then(close))
        }
        onMine={async (stale) => {
          const outcome = await run(actions.keepMine, '');
          // What is mine is shown once more, against what is theirs, before it is published.
          if (outcome.kind === 'done' && stale) await showPublication();
        }}
      />
    </div>
  );
}

/** The panels beside the text; arrows go from one to the next. */
function Tabs({
  id,
  shown,
  panel,
  count,
  onPanel,
}: {
  readonly id: string;
  readonly shown: readonly (typeof panels)[number][];
  readonly panel: string;
  /** How many findings there are. */
  readonly count: number;
  readonly onPanel: (panel: string) => void;
}) {
  return (
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
          onClick={() => onPanel(one.id)}
          onKeyDown={(event) => {
            if (!isKey(event, panelKeys)) return;
            const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
            const next = step === 0 ? undefined : shown[(i + step + shown.length) % shown.length];
            if (!next) return;
            onPanel(next.id);
            document.getElementById(`${id}-tab-${next.id}`)?.focus();
          }}
        >
          {one.title}
          {one.id === 'findings' && count > 0 ? ` (${count})` : ''}
        </button>
      ))}
    </div>
  );
}
