import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { BlockProps } from '#src/render/block-props.ts';
import { BlockStates } from '#src/render/states.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { FormSection, LinkedForm } from './definition.ts';
import { ErrorSummary } from './error-summary.tsx';
import { FormProvider, inputId, useFormState } from './form-context.ts';
import { createFormStore, type Evaluate } from './form-store.ts';
import { OnSight } from './on-sight.tsx';
import { useSaveKey } from './save-key.ts';
import { heightOf, SectionForm, useSectionValidator } from './section-form.tsx';
import { useSubmit } from './use-submit.ts';
import { recordOf, sameValue } from './values.ts';
import './form.css';

type Props = BlockProps<LinkedForm>;

export function RecordForm(props: Props) {
  const { block, source } = props;
  const states = block.data ? source : null;
  return (
    <BlockStates source={states} lines={8}>
      {/* Another definition is another form; a block resolved anew is the same one. */}
      <LoadedForm key={signatureOf(block)} {...props} />
    </BlockStates>
  );
}

const signatures = new WeakMap<LinkedForm, string>();
function signatureOf(block: LinkedForm): string {
  const known = signatures.get(block) ?? JSON.stringify(block);
  signatures.set(block, known);
  return known;
}

function LoadedForm({ block: resolved, screen, scope, source, evaluate, text, act, setDirty }: Props) {
  // Every resolve of the screen makes a new block of the same definition; the first one stays.
  const [block] = useState(resolved);
  const answer = block.data ? source?.value : undefined;
  const prefix = useId();
  const ask = useMemo<Evaluate>(() => (expression, form) => evaluate(expression, { form }), [evaluate]);
  const [store] = useState(() => createFormStore(block, recordOf(answer), ask));
  const root = useRef<HTMLFormElement>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: expressions read the scope through `ask`
  useEffect(() => {
    store.ask(ask);
  }, [store, ask, scope]);

  const taken = useRef(answer);
  const wanted = useRef<'mine' | 'theirs'>('mine');
  useEffect(() => {
    if (sameValue(answer, taken.current)) return;
    taken.current = answer;
    const record = recordOf(answer);
    const other = record.id !== store.getState().initial.id;
    // A refresh under unsaved text must neither take the text away nor hand it a version its writer has not seen.
    if (other || wanted.current === 'theirs' || !store.isDirty()) store.load(record);
    wanted.current = 'mine';
  }, [answer, store]);

  const dirty = useStore(store, () => store.isDirty());
  useEffect(() => {
    setDirty(dirty);
  }, [dirty, setDirty]);
  // Leaving the page leaves no mark behind.
  useEffect(
    () => () => {
      setDirty(false);
    },
    [setDirty],
  );

  const inputOf = useCallback((field: string) => inputId(prefix, field), [prefix]);
  const { submit, summary, attempt, notice, conflict, closeConflict } = useSubmit({
    store,
    act,
    setDirty,
    inputOf,
  });
  const saving = useStore(store, (state) => state.saving);
  const readOnly = block.readOnlyWhen !== null && evaluate(block.readOnlyWhen) === true;
  const save = useCallback(() => void submit(false), [submit]);
  useSaveKey(root, save, block.submit !== null && !readOnly);

  const place = useMemo(
    () => ({ store, codes: screen.codes, prefix, readOnly: readOnly || block.submit === null }),
    [store, screen.codes, prefix, readOnly, block.submit],
  );
  const visit = (input: string) => document.getElementById(input)?.focus();

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
        <ErrorSummary entries={summary} attempt={attempt} onVisit={visit} />
        {block.sections.map((section, index) => (
          <Section key={section.id} section={section} wanted={index === 0 || attempt > 0} />
        ))}
        {block.submit && !readOnly ? (
          <div className="cad-form-buttons">
            <button
              type="submit"
              className="cad-button cad-primary"
              aria-disabled={saving}
              aria-busy={saving}
            >
              {saving ? 'Saving…' : text(block.submit.label)}
            </button>
            {block.cancel ? (
              <button
                type="button"
                className="cad-button"
                onClick={() => {
                  store.load(store.getState().initial);
                  setDirty(false);
                  void act(block.cancel?.on ?? [], { form: store.getState().values });
                }}
              >
                {text(block.cancel.label)}
              </button>
            ) : null}
            <span className="cad-form-status" role="status">
              {notice ?? (dirty && !saving ? 'Unsaved changes' : '')}
            </span>
          </div>
        ) : null}
      </form>
      {conflict ? (
        <ConflictDialog
          failure={conflict}
          onChoose={(choice) => {
            closeConflict();
            if (choice === 'force') void submit(true);
            if (choice === 'reload') {
              wanted.current = 'theirs';
              // The same answer again would change nothing: forget it, so that it is taken.
              taken.current = undefined;
              source?.retry();
            }
          }}
        />
      ) : null}
    </FormProvider>
  );
}

function Section({ section, wanted }: { readonly section: FormSection; readonly wanted: boolean }) {
  const visible = useFormState((state) => state.sections[section.id] ?? true);
  // Loaded before the section is seen, so that a save checks it all the same.
  useSectionValidator(section);
  if (!visible) return null;
  const fields = (
    <OnSight wanted={wanted} height={heightOf(section)}>
      <div className="cad-form-columns" data-columns={section.columns}>
        <SectionForm section={section} />
      </div>
    </OnSight>
  );
  if (section.title === '') return <div className="cad-form-section">{fields}</div>;
  return (
    <fieldset className="cad-form-section">
      <legend>{section.title}</legend>
      {fields}
    </fieldset>
  );
}
