import { useId } from 'react';
import type { FormSection } from './definition.ts';
import { useFormState } from './form-context.ts';
import { OnSight } from './on-sight.tsx';
import { heightOf, SectionForm, useSectionValidator } from './section-form.tsx';
import { SectionView } from './section-view.tsx';
import type { SectionMode } from './use-view.ts';

/** A group of fields under its heading; folded where the definition says so and the person has not opened it. */
export function FormSectionPart({
  section,
  mode,
  wanted,
  open,
  onToggle,
}: {
  readonly section: FormSection;
  readonly mode: SectionMode;
  readonly wanted: boolean;
  readonly open: boolean;
  readonly onToggle: () => void;
}) {
  const id = useId();
  const visible = useFormState((state) => state.sections[section.id] ?? true);
  // Loaded before the section is seen, so that a save checks it all the same.
  const validator = useSectionValidator(section);
  if (!visible) return null;
  const fields = (
    <OnSight wanted={wanted} height={heightOf(section)}>
      <div className="cad-form-columns" data-columns={section.columns}>
        {mode.reading ? (
          <SectionView section={section} />
        ) : (
          <SectionForm section={section} validator={validator} />
        )}
      </div>
    </OnSight>
  );
  const turn = <TurnButton section={section} mode={mode} />;
  if (section.title === '')
    return (
      <div className="cad-form-section">
        {turn}
        {fields}
      </div>
    );
  if (section.folded === null)
    return (
      <fieldset className="cad-form-section" data-lone={isLone(section) || undefined}>
        <legend>{section.title}</legend>
        {turn}
        {fields}
      </fieldset>
    );
  return (
    <fieldset className="cad-form-section" data-lone={isLone(section) || undefined}>
      <legend>
        <button
          type="button"
          className="cad-form-fold"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={onToggle}
        >
          <span aria-hidden="true">{open ? '▾' : '▸'}</span> {section.title}
        </button>
      </legend>
      {open ? turn : null}
      {open ? <div id={id}>{fields}</div> : null}
    </fieldset>
  );
}

/** Leads from reading to editing and back. */
function TurnButton({ section, mode }: { readonly section: FormSection; readonly mode: SectionMode }) {
  const press = mode.edit ?? mode.stop;
  if (!press) return null;
  const label = mode.edit ? 'Edit' : 'Stop editing';
  return (
    <button
      type="button"
      className="cad-form-turn"
      data-edits={mode.edit ? section.id : undefined}
      onClick={press}
    >
      {label}
      <span className="cad-visually-hidden"> {section.title}</span>
    </button>
  );
}

/** What its heading says already is not written above its one field once more. */
function isLone({ fields, title }: FormSection): boolean {
  return fields.length === 1 && fields[0]?.title === title;
}
