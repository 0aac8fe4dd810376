import { type RefObject, useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { worksIn } from '#src/core/scope.ts';
import type { BlockProps } from '#src/render/block-props.ts';
import { BlockStates, ErrorCard, Skeleton } from '#src/render/states.tsx';
import { type Conflict, ConflictPart } from './conflict-part.tsx';
import type { LinkedForm } from './definition.ts';
import type { DraftPlace } from './draft-client.ts';
import { DraftNotice } from './draft-notice.tsx';
import { ElsewhereNote } from './elsewhere-note.tsx';
import { ErrorSummary } from './error-summary.tsx';
import { focusInDialog } from './focus-in-dialog.ts';
import { focusSoon } from './focus-soon.ts';
import { FormProvider, inputId } from './form-context.ts';
import type { Evaluate } from './form-rules.ts';
import { FormSectionPart } from './form-section.tsx';
import { createFormStore } from './form-store.ts';
import { isLocked, MovesBar } from './moves-bar.tsx';
import { SaveBar } from './save-bar.tsx';
import { useSaveKey } from './save-key.ts';
import { useButtons } from './use-buttons.ts';
import { useCopied } from './use-copied.ts';
import { useDraft } from './use-draft.ts';
import { useMoves } from './use-moves.ts';
import { type Carried, useAnswer, useCarried, useDirtyMark } from './use-record.ts';
import { useSubmit } from './use-submit.ts';
import { useView } from './use-view.ts';
import { recordOf, type Values } from './values.ts';
import './form.css';

type Props = BlockProps<LinkedForm>;

export function RecordForm(props: Props) {
  const { block, source } = props;
  const states = block.data ? source : null;
  const carried = useRef<Carried | null>(null);
  const copied = useCopied(props);
  if (copied.state === 'failed')
    return (
      <ErrorCard
        title="The record to copy could not be read"
        failure={copied.failure}
        onRetry={copied.retry}
      />
    );
  if (copied.state === 'loading') return <Skeleton lines={8} />;
  return (
    <BlockStates source={states} lines={8}>
      {/* Another definition is another form; a block resolved anew is the same one. */}
      {copied.state === 'ready' ? (
        <p className="cad-form-copied" role="status">
          Filled from record {copied.id}. Nothing is saved yet.
        </p>
      ) : null}
      <LoadedForm
        key={signatureOf(block)}
        {...props}
        carried={carried}
        copied={copied.state === 'ready' ? copied.values : undefined}
      />
    </BlockStates>
  );
}

const signatures = new WeakMap<LinkedForm, string>();
function signatureOf(block: LinkedForm): string {
  const known = signatures.get(block) ?? JSON.stringify(block);
  signatures.set(block, known);
  return known;
}

function LoadedForm({
  block: resolved,
  screen,
  scope,
  source,
  evaluate,
  text,
  act,
  setDirty,
  carried,
  copied,
}: Props & {
  readonly carried: RefObject<Carried | null>;
  /** What a new record begins with besides its defaults. */
  readonly copied: Values | undefined;
}) {
  // Every resolve of the screen makes a new block of the same definition; the first one stays.
  const [block] = useState(resolved);
  const answer = block.data ? source?.value : block.from === 'row' ? scope.row : copied;
  const prefix = useId();
  const ask = useMemo<Evaluate>(
    () => (expression, form, row) => evaluate(expression, { form, ...(row ? { row } : {}) }),
    [evaluate],
  );
  const [store] = useState(() => createFormStore(block, recordOf(answer), ask));
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => focusInDialog(root.current), []);

  // Each render of the screen brings another function; what it answers changes with the scope alone.
  const asked = useRef(scope);
  useEffect(() => {
    if (asked.current === scope) return;
    asked.current = scope;
    store.ask(ask);
  }, [store, ask, scope]);

  const { takeTheirs } = useAnswer(store, answer);
  useCarried(store, signatureOf(block), carried);
  useDirtyMark(store, setDirty);

  const closed = block.readOnlyWhen !== null && evaluate(block.readOnlyWhen) === true;
  const district = useStore(store, ({ initial }) => (block.district ? initial[block.district] : null));
  const elsewhere = !worksIn(scope, district);
  const locked = useStore(store, ({ initial }) => isLocked(block.moves, initial));
  const readOnly = locked || closed || elsewhere;
  const draft = useDraft(store, readOnly ? null : draftPlace({ block, screen, scope }));
  // A conflict is told by its dialog; a snackbar would tell it twice.
  const actQuietly = useCallback<Props['act']>(
    (steps, extra) => act(steps, { ...extra, quiet: [409] }),
    [act],
  );
  const view = useView(block, store, readOnly, { root, prefix });
  const { open: openSections } = view;
  const { submit, summary, attempt, notice, conflict, closeConflict, quieten } = useSubmit({
    store,
    act: actQuietly,
    setDirty,
    onSaved: draft.forget,
  });
  const enabled = useButtons(block, store, evaluate);
  const save = useCallback(() => void (enabled.submit && submit(false)), [enabled.submit, submit]);
  useSaveKey(root, save, block.submit !== null && !readOnly);

  const place = useMemo(
    () => ({ store, codes: screen.codes, prefix, readOnly: readOnly || block.submit === null }),
    [store, screen.codes, prefix, readOnly, block.submit],
  );
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(
    () => new Set(block.sections.filter(({ folded }) => folded !== true).map(({ id }) => id)),
  );
  const unfold = useCallback(
    (sections: readonly string[]) => {
      setUnfolded((before) => new Set([...before, ...sections]));
      openSections(sections);
    },
    [openSections],
  );
  const visit = (to: string) => {
    const section = store.sectionOf(to);
    if (section) unfold([section]);
    focusSoon(inputId(prefix, to));
  };
  // What a save complains about must be seen.
  useEffect(() => {
    const places = summary?.entries.flatMap(({ place: at }) => (at ? [store.sectionOf(at) ?? ''] : [])) ?? [];
    if (places.length > 0) unfold(places);
  }, [summary, store, unfold]);

  const moves = useMoves(store, act);
  const refusedSave: Conflict | null = conflict && {
    failure: conflict,
    words: { force: 'Force save', merge: 'Merge and save' },
    again: (force) => void submit(force),
  };
  const clash = refusedSave ?? moves.conflict;
  const reread = () => {
    takeTheirs();
    source?.retry();
  };

  return (
    <FormProvider value={place}>
      <form
        ref={root}
        className="cad-form"
        noValidate
        aria-label={block.title ? text(block.title) : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        {block.title ? <h2 className="cad-form-title">{text(block.title)}</h2> : null}
        {elsewhere && !closed && block.submit ? <ElsewhereNote district={String(district)} /> : null}
        {block.moves ? (
          <MovesBar life={block.moves} moves={moves} scope={scope} elsewhere={elsewhere} />
        ) : null}
        {draft.offer ? (
          <DraftNotice
            savedAt={draft.offer.savedAt}
            stale={block.record && draft.offer.version !== store.getState().initial.version}
            onRestore={() => {
              draft.restore();
              root.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
            }}
            onDiscard={draft.discard}
          />
        ) : null}
        <ErrorSummary
          level={summary?.level ?? 'error'}
          heading={summary?.heading ?? ''}
          entries={summary?.entries ?? []}
          attempt={attempt}
          onVisit={visit}
        >
          {summary?.level === 'warning' && block.submit ? (
            <button type="submit" className="cad-button">
              {text(block.submit.label)} all the same
            </button>
          ) : null}
        </ErrorSummary>
        {block.sections.map((section, index) => (
          <FormSectionPart
            key={section.id}
            section={section}
            mode={view.of(section.id)}
            wanted={index === 0 || attempt > 0}
            open={unfolded.has(section.id)}
            onToggle={() =>
              setUnfolded((before) => {
                const next = new Set(before);
                if (!next.delete(section.id)) next.add(section.id);
                return next;
              })
            }
          />
        ))}
        {block.submit && !readOnly && view.editing ? (
          <SaveBar
            submit={text(block.submit.label)}
            cancel={block.cancel ? text(block.cancel.label) : null}
            enabled={enabled}
            notice={notice}
            onGiveUp={() => {
              quieten();
              draft.forget();
            }}
            onCancel={() => {
              store.load(store.getState().initial);
              setDirty(false);
              quieten();
              draft.forget();
              void act(block.cancel?.on ?? [], { form: store.getState().values });
            }}
          />
        ) : null}
      </form>
      {clash ? (
        <ConflictPart
          conflict={clash}
          store={store}
          codes={screen.codes}
          reread={source ? reread : null}
          onClose={refusedSave ? closeConflict : moves.closeConflict}
          onTaken={draft.forget}
        />
      ) : null}
    </FormProvider>
  );
}

/** Unsaved text is kept per user, form and what the form is about. */
function draftPlace({ block, screen, scope }: Pick<Props, 'block' | 'screen' | 'scope'>): DraftPlace | null {
  if (block.drafts === null || scope.user === null) return null;
  const about = screen.params
    .filter((param) => param.in === 'route')
    .map((param) => String(scope.params[param.id] ?? ''));
  const row = scope.row?.id;
  return {
    user: scope.user.id,
    screen: screen.id,
    block: block.id,
    record: [...about, ...(row === undefined ? [] : [`row ${String(row)}`])].join('/'),
  };
}
