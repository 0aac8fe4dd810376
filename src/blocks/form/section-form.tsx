import Form from '@rjsf/core';
import type { UiSchema, ValidatorType } from '@rjsf/utils';
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js';
import { useEffect, useMemo } from 'react';
import { isJsonObject } from '#src/core/values.ts';
import { Skeleton } from '#src/render/states.tsx';
import { useValidatorModule } from '#src/render/validators.ts';
import type { FormSection } from './definition.ts';
import { useForm } from './form-context.ts';
import { isValidatorError } from './messages.ts';
import { themeFields, themeTemplates } from './theme.tsx';

type ValidatorFunctions = Parameters<typeof createPrecompiledValidator>[0];

function isValidators(value: unknown): value is ValidatorFunctions {
  return isJsonObject(value) && Object.values(value).some((entry) => typeof entry === 'function');
}

/** The validator that was compiled ahead for exactly this section; null while its module loads. */
export function useSectionValidator(section: FormSection): ValidatorType | null {
  const { store } = useForm();
  const module = useValidatorModule(section.validator);
  const validator = useMemo(() => {
    const functions = isJsonObject(module) && isValidators(module.default) ? module.default : null;
    return functions ? createPrecompiledValidator(functions, section.schema) : null;
  }, [module, section]);
  useEffect(() => {
    if (!validator) return;
    store.setValidator(section.id, (values) => {
      const { errors } = validator.rawValidation(section.schema, values);
      return Array.isArray(errors) ? errors.filter(isValidatorError) : [];
    });
  }, [validator, store, section]);
  return validator;
}

const rowHeight = 64;
const nothing = {};

/** About the height of a section at its most columns, in pixels. */
export function heightOf(section: FormSection): number {
  return Math.ceil(section.fields.length / section.columns) * rowHeight;
}

function uiSchemaOf(section: FormSection): UiSchema {
  return {
    'ui:order': section.fields.map((field) => field.id),
    ...Object.fromEntries(section.fields.map((field) => [field.id, { 'ui:field': 'value' }])),
  };
}

/** One rjsf form for one section. It walks the schema; values and errors are the store's. */
export function SectionForm({
  section,
  validator,
}: {
  readonly section: FormSection;
  /** Null while its module loads. */
  readonly validator: ValidatorType | null;
}) {
  const { prefix } = useForm();
  const uiSchema = useMemo(() => uiSchemaOf(section), [section]);
  if (!validator)
    return (
      // As high as the section will be, else those below would come near and mount at once.
      <div style={{ minHeight: heightOf(section) }}>
        <Skeleton lines={Math.ceil(section.fields.length / section.columns)} />
      </div>
    );
  return (
    <Form
      className="cad-form-grid"
      tagName="div"
      idPrefix={`${prefix}-${section.id}`}
      schema={section.schema}
      uiSchema={uiSchema}
      // The fields read the store: a key typed in one must not walk the schema of its whole section.
      formData={nothing}
      validator={validator}
      fields={themeFields}
      templates={themeTemplates}
      noHtml5Validate
      // The store asks the same validator at every change and words what it says.
      noValidate
      showErrorList={false}
    >
      {/* No submit button of its own. */}
      <span hidden />
    </Form>
  );
}
