import type { EntityField } from '#src/core/entity.ts';
import type { BlockLinkContext, BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedWidget } from '#src/core/linked.ts';
import {
  type FieldDefinition,
  type FormDefinition,
  type FormField,
  type FormSection,
  isFormDefinition,
  type LinkedForm,
  type SectionDefinition,
} from './definition.ts';
import { plainSchema } from './plain-schema.ts';

interface Owner {
  readonly id: string;
  readonly fields: { readonly [id: string]: EntityField };
}

/** Inputs that a light form may load before sign-in: they are small and ask the server nothing. */
const lightWidgets: readonly string[] = [
  'text',
  'password',
  'textarea',
  'checkbox',
  'integer',
  'number',
  'date',
];

/** Resolves the fields against their entity or form schema and has each section's validator compiled ahead. */
export const link: BlockLinker = (block, context) => {
  if (!isFormDefinition(block)) return block;
  const owner = ownerOf(block, context);
  if (!owner) return block;
  const seen = new Map<string, string>();
  const sections = block.sections.map((section, i) => linkSection(block, section, i, owner, seen, context));
  const linked: LinkedForm = {
    ...block,
    // Over a record only what changed is sent, with the version that was read.
    record: block.entity !== undefined && block.data !== null,
    sections,
    submit: block.submit ?? null,
    cancel: block.cancel ?? null,
    readOnlyWhen: block.readOnlyWhen ?? null,
  };
  return linked;
};

function ownerOf(block: FormDefinition, context: BlockLinkContext): Owner | null {
  const { entity, form } = block;
  if ((entity === undefined) === (form === undefined)) {
    context.report({
      pointer: entity === undefined ? '/sections' : '/form',
      rule: 'form-owner',
      message:
        entity === undefined
          ? `Form "${block.id}" does not say whose fields it draws. Name a record type in "entity" or a form schema in "form".`
          : `Form "${block.id}" names both an entity and a form schema. Remove one.`,
    });
    return null;
  }
  // An unknown name is reported by the walk over the schema.
  return entity !== undefined ? context.entity(entity) : (context.form?.(form ?? '') ?? null);
}

function linkSection(
  block: FormDefinition,
  section: SectionDefinition,
  index: number,
  owner: Owner,
  seen: Map<string, string>,
  context: BlockLinkContext,
): FormSection {
  const fields: FormField[] = [];
  const described: EntityField[] = [];
  section.fields.forEach((definition, i) => {
    const pointer = `/sections/${index}/fields/${i}`;
    const field = owner.fields[definition.id];
    if (!field) return;
    const earlier = seen.get(field.id);
    if (earlier !== undefined) {
      context.report({
        pointer: `${pointer}/id`,
        rule: 'duplicate-field',
        message: `Field "${field.id}" stands in section "${earlier}" already. A form has one place for each value; remove one.`,
      });
      return;
    }
    seen.set(field.id, section.id);
    // biome-ignore lint/correctness/useHookAtTopLevel: the linker's context, no React hook
    if (field.codes) context.useCodes(field.codes, `${pointer}/id`);
    const linked = linkField(definition, field, owner, context);
    if (block.light && !lightWidgets.includes(linked.widget.type))
      context.report({
        pointer: `${pointer}/id`,
        rule: 'light-widget',
        message: `Field "${field.id}" needs the input "${linked.widget.type}", which a light form does not load. Remove "light", or use one of: ${lightWidgets.join(', ')}.`,
      });
    fields.push(linked);
    described.push(field);
  });
  const schema = plainSchema(described);
  return {
    id: section.id,
    title: section.title ?? '',
    columns: section.columns === 1 || section.columns === 3 ? section.columns : 2,
    visibleWhen: section.visibleWhen ?? null,
    fields,
    schema,
    // biome-ignore lint/correctness/useHookAtTopLevel: the linker's context, no React hook
    validator: block.light ? null : context.useValidator(schema),
  };
}

function linkField(
  definition: FieldDefinition,
  field: EntityField,
  owner: Owner,
  context: BlockLinkContext,
): FormField {
  const unitField = field.unitField && owner.fields[field.unitField] ? field.unitField : null;
  return {
    id: field.id,
    title: definition.title ?? field.title,
    unit: field.unit,
    help: definition.help ?? field.description,
    placeholder: definition.placeholder ?? null,
    wide: definition.wide ?? false,
    valueType: field.type,
    format: field.format,
    codes: field.codes,
    unitField,
    widget: widgetOf(definition, field, unitField, context),
    required: definition.required ?? field.required,
    readOnly: field.readOnly || field.type === 'datetime' || definition.value !== undefined,
    maxLength: field.maxLength,
    visibleWhen: definition.visibleWhen ?? null,
    enabledWhen: definition.enabledWhen ?? null,
    requiredWhen: definition.requiredWhen ?? null,
    value: definition.value ?? null,
    check: definition.check ?? [],
  };
}

function widgetOf(
  { widget }: FieldDefinition,
  field: EntityField,
  unitField: string | null,
  context: BlockLinkContext,
): LinkedWidget {
  const { type, options } =
    widget === undefined
      ? context.widgetFor(field)
      : typeof widget === 'string'
        ? { type: widget, options: {} }
        : widget;
  return {
    type,
    options: {
      ...options,
      // The input of an area shows and keeps the unit that the record holds beside it.
      ...(type === 'area' ? { withUnit: unitField !== null } : {}),
      ...(type === 'integer' && field.format === 'id' ? { grouped: false } : {}),
      ...(field.list && options.list === undefined ? { list: field.list } : {}),
    },
  };
}
