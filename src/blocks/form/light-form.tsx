import { useEffect, useId, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import type { BlockProps } from '#src/render/block-props.ts';
import type { LinkedForm } from './definition.ts';
import { ErrorSummary } from './error-summary.tsx';
import { FieldGroup } from './field-group.tsx';
import { FieldPart } from './field-part.tsx';
import { FormProvider, inputId } from './form-context.ts';
import type { Evaluate } from './form-rules.ts';
import { createFormStore } from './form-store.ts';
import { useButtons } from './use-buttons.ts';
import { useSubmit } from './use-submit.ts';
import { recordOf } from './values.ts';
import './form.css';

const ignore = () => undefined;

/** The same definition drawn without rjsf and without a validator module: for a page that must be there at once. */
export function LightForm({
  block: resolved,
  screen,
  scope,
  source,
  evaluate,
  text,
  act,
}: BlockProps<LinkedForm>) {
  // Every resolve of the screen makes a new block of the same definition; the first one stays.
  const [block] = useState(resolved);
  const prefix = useId();
  const ask = useMemo<Evaluate>(
    () => (expression, form, row) => evaluate(expression, { form, ...(row ? { row } : {}) }),
    [evaluate],
  );
  const [store] = useState(() =>
    createFormStore(block, recordOf(block.data ? source?.value : undefined), ask),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: expressions read the scope through `ask`
  useEffect(() => {
    store.ask(ask);
  }, [store, ask, scope]);
  const { submit, summary, attempt } = useSubmit({ store, act, setDirty: ignore });
  const enabled = useButtons(block, store, evaluate);
  const saving = useStore(store, (state) => state.saving);
  const place = useMemo(
    () => ({ store, codes: screen.codes, prefix, readOnly: false }),
    [store, screen.codes, prefix],
  );
  return (
    <FormProvider value={place}>
      <form
        className="cad-form cad-form-light"
        noValidate
        aria-label={block.title ? text(block.title) : undefined}
        onSubmit={(event) => {
          event.preventDefault();
          if (enabled.submit) void submit(false);
        }}
      >
        {block.title ? <h2 className="cad-form-title">{text(block.title)}</h2> : null}
        <ErrorSummary
          level={summary?.level ?? 'error'}
          heading={summary?.heading ?? ''}
          entries={summary?.entries ?? []}
          attempt={attempt}
          onVisit={(place) => document.getElementById(inputId(prefix, place))?.focus()}
        />
        {block.sections.map((section) => (
          <div key={section.id} className="cad-form-columns" data-columns={section.columns}>
            <div className="cad-form-grid">
              {section.fields.map((field) => (
                <FieldGroup key={field.id} field={field}>
                  <FieldPart field={field} />
                </FieldGroup>
              ))}
            </div>
          </div>
        ))}
        {block.submit ? (
          <div className="cad-form-buttons">
            <button
              type="submit"
              className="cad-button cad-primary"
              aria-disabled={saving || !enabled.submit}
              aria-busy={saving}
            >
              {text(block.submit.label)}
            </button>
          </div>
        ) : null}
      </form>
    </FormProvider>
  );
}
