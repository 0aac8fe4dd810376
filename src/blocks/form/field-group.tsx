import { type ReactNode, Suspense, useMemo } from 'react';
import { LoadBoundary } from '#src/render/load-boundary.tsx';
import { lazyPart } from '#src/render/load-part.ts';
import type { FormField } from './definition.ts';
import { inputId, useForm, useFormState } from './form-context.ts';
import { noteAt, type Slot, slotOf } from './form-state.ts';

// Of a sign-in nothing is computed or copied.
const OriginNote = lazyPart(async () => (await import('./origin-note.tsx')).OriginNote);
// Nor is anything of it taken back.
const ChangedNote = lazyPart(async () => (await import('./changed-note.tsx')).ChangedNote);

/** Label above, input, help and error under it; nothing while the field is hidden. */
export function FieldGroup({ field, children }: { readonly field: FormField; readonly children: ReactNode }) {
  const { store, prefix } = useForm();
  const slot = useMemo(() => slotOf(field), [field]);
  const id = inputId(prefix, field.id);
  const visible = useFormState((state) => state.flags[field.id]?.visible ?? true);
  const level = useFormState((state) => noteAt(state, slot)?.level ?? null);
  if (!visible) return null;
  const label = (
    <>
      {field.title}
      {field.unit ? <span className="cad-field-unit"> ({field.unit})</span> : null}
      <Required slot={slot} />
    </>
  );
  const below = (
    <>
      {store.form.record ? (
        <LoadBoundary>
          <Suspense fallback={null}>
            <ChangedNote field={field} />
          </Suspense>
        </LoadBoundary>
      ) : null}
      {field.origin ? (
        <LoadBoundary>
          <Suspense fallback={null}>
            <OriginNote field={field} />
          </Suspense>
        </LoadBoundary>
      ) : null}
      {field.help ? (
        <div id={`${id}-help`} className="cad-field-help">
          {field.help}
        </div>
      ) : null}
      <Note slot={slot} />
    </>
  );
  if (field.lines)
    return (
      // biome-ignore lint/a11y/useSemanticElements: a legend cannot stand in a row with the count of the lines
      <div
        role="group"
        id={id}
        tabIndex={-1}
        className="cad-field"
        data-field={field.id}
        data-level={level ?? undefined}
        // One input a line needs no more room than any other.
        data-wide={
          field.wide || field.lines.matrix !== undefined || field.lines.fields.length > 1 || undefined
        }
        aria-labelledby={`${id}-label`}
      >
        <div id={`${id}-label`} className="cad-field-label">
          {label}
        </div>
        {children}
        {below}
      </div>
    );
  return (
    <div
      className="cad-field"
      data-field={field.id}
      data-level={level ?? undefined}
      data-wide={field.wide || undefined}
    >
      <label className="cad-field-label" htmlFor={id}>
        {label}
      </label>
      {children}
      {below}
    </div>
  );
}

/** The star of a field that must be filled. */
export function Required({ slot }: { readonly slot: Slot }) {
  const { field, place } = slot;
  const required = useFormState((state) => state.flags[place]?.required ?? field.required);
  if (!required || field.readOnly) return null;
  return (
    <span className="cad-field-required" aria-hidden="true">
      {' '}
      *
    </span>
  );
}

/** What is wrong at a place. */
export function Note({ slot }: { readonly slot: Slot }) {
  const { prefix } = useForm();
  const message = useFormState((state) => noteAt(state, slot)?.message ?? null);
  const level = useFormState((state) => noteAt(state, slot)?.level ?? null);
  if (!message) return null;
  return (
    <div
      id={`${inputId(prefix, slot.place)}-note`}
      className={level === 'warning' ? 'cad-field-warning' : 'cad-field-error'}
    >
      {level === 'warning' ? 'Note: ' : ''}
      {message}
    </div>
  );
}
