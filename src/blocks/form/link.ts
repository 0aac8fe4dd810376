// Longer than the habit: one walk over sections, fields and lines, whose parts share what was seen before.
import { fieldsWithChildren } from '#src/core/child-fields.ts';
import type { Entity, EntityField, FieldCheck } from '#src/core/entity.ts';
import { readsOf } from '#src/core/expressions/reads.ts';
import type { BlockLinkContext, BlockLinker } from '#src/core/link/block-linker.ts';
import { versionMissing } from '#src/core/link/record-input.ts';
import type { LinkedWidget } from '#src/core/linked.ts';
import { type ComputedNode, ringsOf } from './cycles.ts';
import {
  type FieldDefinition,
  type FormDefinition,
  type FormField,
  type FormLines,
  type FormSection,
  isFormDefinition,
  type LinkedForm,
  type SectionDefinition,
} from './definition.ts';
import { madeBy, movesOf, rowsOf } from './link-made.ts';
import { plainSchema } from './plain-schema.ts';
import { writable } from './values.ts';

interface Owner {
  readonly id: string;
  readonly fields: { readonly [id: string]: EntityField };
  readonly check?: readonly FieldCheck[];
  /** Null of a form schema. */
  readonly entity: Entity | null;
  /** A new record is filled in: what is written once is written here. */
  readonly making: boolean;
}

/** By which the scope "district" tells where a record lies. */
const districtField = 'district_code';

/** Inputs that a light form may load before sign-in: they are small and ask the server nothing. */
const lightWidgets: readonly string[] = [
  'text',
  'password',
  'new-password',
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
  checkRings(block, sections, context);
  // Over a record only what changed is sent, with the version that was read.
  const record =
    (block.entity !== undefined || block.versioned === true) && (block.data !== null || block.from === 'row');
  checkRecord(block, record, context);
  const { entity } = owner;
  const linked: LinkedForm = {
    ...block,
    record,
    sections,
    submit: block.submit ?? null,
    cancel: block.cancel ?? null,
    readOnlyWhen: block.readOnlyWhen ?? null,
    from: block.from ?? null,
    check: [...linkChecks(block, owner, context), ...inheritedChecks(owner, seen)],
    drafts:
      block.submit && !block.light && block.drafts !== false
        ? writable(sections).filter((id) => !isSecret(sections, id))
        : null,
    list: entity?.record.list ?? null,
    ...(record && entity?.scope === 'district' && entity.fields[districtField]
      ? { district: districtField }
      : {}),
    moves: entity && record && !block.light && block.moves !== false ? movesOf(entity, context) : null,
  };
  return linked;
};

/** A form holds one record, and one that saves a record by its version has read it. */
function checkRecord(block: FormDefinition, record: boolean, context: BlockLinkContext): void {
  if (context.manyRows)
    context.report({
      pointer: '/data',
      rule: 'form-source',
      message: `Form "${block.id}" holds one record, but the source "${block.data ?? ''}" answers a list.`,
      suggestion: `Read one record by "record.get", or open the form from a row with "from": "row".`,
    });
  (block.submit?.on ?? []).forEach((step, i) => {
    const { operation, body } = step;
    if (record || body !== 'form' || typeof operation !== 'string' || !context.needsVersion?.(operation))
      return;
    context.report({ pointer: `/submit/on/${i}/body`, ...versionMissing(operation) });
  });
}

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
  if (entity === undefined) {
    const schema = context.form?.(form ?? '');
    return schema ? { ...schema, entity: null, making: false } : null;
  }
  const known = context.entity(entity);
  const making = block.data === null && block.from !== 'row';
  return known ? { ...known, fields: fieldsWithChildren(known), entity: known, making } : null;
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
    const linked = linkField(definition, field, owner, pointer, context);
    const rich = field.format === 'richText';
    if (rich !== (linked.widget.type === 'rich-text') && definition.widget !== undefined)
      context.report({
        pointer: `${pointer}/widget`,
        rule: 'formatted-text',
        message: rich
          ? `Field "${field.id}" is formatted text, which the input "${linked.widget.type}" would spoil. Remove "widget".`
          : `Field "${field.id}" is no formatted text. Remove "widget", or give the field "type": "object" and "format": "richText".`,
      });
    if (rich && block.from === 'row')
      context.report({
        pointer: `${pointer}/id`,
        rule: 'formatted-text',
        message: `A row holds the words of "${field.id}" without their formats, which a save would lose. Read the record in "data", or remove the field.`,
      });
    const heavy = linked.lines !== null || !lightWidgets.includes(linked.widget.type);
    if (block.light && heavy)
      context.report({
        pointer: `${pointer}/id`,
        rule: 'light-widget',
        message: `Field "${field.id}" needs ${linked.lines ? 'repeated lines' : `the input "${linked.widget.type}"`}, which a light form does not load. Remove "light", or use one of: ${lightWidgets.join(', ')}.`,
      });
    fields.push(linked);
    described.push(linked.lines ? withDrawnLines(field, linked.lines) : field);
  });
  const schema = plainSchema(described);
  return {
    id: section.id,
    title: section.title ?? '',
    columns: section.columns === 1 || section.columns === 3 ? section.columns : 2,
    folded: section.folded ?? null,
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
  pointer: string,
  context: BlockLinkContext,
): FormField {
  const siblings = owner.fields;
  // biome-ignore lint/correctness/useHookAtTopLevel: the linker's context, no React hook
  if (field.codes) context.useCodes(field.codes, `${pointer}/id`);
  const unitField = field.unitField && siblings[field.unitField] ? field.unitField : null;
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
    ...(field.under !== undefined && siblings[field.under] ? { under: field.under } : {}),
    unitField,
    widget: widgetOf(definition, field, unitField, owner.id, context),
    required: definition.required ?? field.required,
    readOnly:
      (owner.making ? field.write === 'never' : field.readOnly) ||
      field.type === 'datetime' ||
      definition.value !== undefined,
    maxLength: field.maxLength,
    ...(field.takes === undefined ? {} : { takes: field.takes }),
    visibleWhen: definition.visibleWhen ?? null,
    enabledWhen: definition.enabledWhen ?? null,
    requiredWhen: definition.requiredWhen ?? null,
    value: definition.value ?? field.value?.expr ?? null,
    check: definition.check ?? [],
    lines: linkLines(definition, field, pointer, owner, context),
    ...madeBy(field, owner, context),
    ...(field.default === undefined ? {} : { start: field.default }),
    ...(field.copy === false ? { uncopied: true as const } : {}),
    ...(definition.total === undefined ? {} : { total: definition.total }),
  };
}

function linkLines(
  { lines }: FieldDefinition,
  field: EntityField,
  pointer: string,
  owner: Owner,
  context: BlockLinkContext,
): FormLines | null {
  if (!field.lines) {
    if (lines)
      context.report({
        pointer: `${pointer}/lines`,
        rule: 'not-repeated',
        message: `Field "${field.id}" has no lines: its dictionary describes no "items" with "properties". Remove "lines", or describe them there.`,
      });
    return null;
  }
  const { fields, minItems, maxItems } = field.lines;
  const drawn = lines?.fields ?? Object.keys(fields).map((id): FieldDefinition => ({ id }));
  const seen = new Set<string>();
  const line: Owner = { id: owner.id, fields, entity: null, making: false };
  const cells = drawn.flatMap((definition, i) => {
    const cell = fields[definition.id];
    const place = lines?.fields ? `${pointer}/lines/fields/${i}` : pointer;
    if (!cell) return [];
    if (seen.has(cell.id)) {
      context.report({
        pointer: `${place}/id`,
        rule: 'duplicate-field',
        message: `Field "${cell.id}" stands in the lines of "${field.id}" already. Remove one.`,
      });
      return [];
    }
    seen.add(cell.id);
    if (definition.total !== undefined && cell.type !== 'integer' && cell.type !== 'number')
      context.report({
        pointer: `${place}/total`,
        rule: 'total-type',
        message: `"${cell.id}" is no number, so it has no ${definition.total}. Remove "total".`,
      });
    return [linkField(definition, cell, line, place, context)];
  });
  return {
    fields: cells,
    minItems,
    maxItems,
    add: lines?.add ?? 'Add a line',
    ...(lines?.as === 'matrix' ? matrixOf(field.id, cells, pointer, context) : {}),
    ...(lines?.buttons ? { buttons: lines.buttons } : {}),
    ...rowsOf(field.id, owner.entity, context),
  };
}

function matrixOf(
  id: string,
  cells: readonly FormField[],
  pointer: string,
  context: BlockLinkContext,
): Pick<FormLines, 'matrix'> {
  const [cell] = cells;
  if (cell && cells.length === 1 && cell.codes !== null) return { matrix: cell };
  context.report({
    pointer: `${pointer}/lines/as`,
    rule: 'matrix-codes',
    message: `The lines of "${id}" are drawn as a matrix, so they hold one field that has a code table. Name that field alone in "fields", or remove "as".`,
  });
  return {};
}

// Cells that are not drawn stay in the record and are not judged here.
function withDrawnLines(field: EntityField, lines: FormLines): EntityField {
  if (!field.lines) return field;
  const drawn = new Set(lines.fields.map(({ id }) => id));
  const fields = Object.entries(field.lines.fields).filter(([id]) => drawn.has(id));
  return { ...field, lines: { ...field.lines, fields: Object.fromEntries(fields) } };
}

function widgetOf(
  { widget }: FieldDefinition,
  field: EntityField,
  unitField: string | null,
  owner: string,
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
      ...(type === 'rich-text'
        ? {
            phrases: options.phrases ?? `${owner}.${field.id}`,
            ...(field.maxLength === null ? {} : { maxLength: field.maxLength }),
          }
        : {}),
    },
  };
}

function linkChecks(block: FormDefinition, owner: Owner, context: BlockLinkContext): readonly FieldCheck[] {
  const inherited = new Set((owner.check ?? []).map(({ id }) => id));
  const seen = new Set<string>();
  return (block.check ?? []).map(({ id, when, expr, message, level, fields }, i) => {
    if (seen.has(id) || inherited.has(id))
      context.report({
        pointer: `/check/${i}/id`,
        rule: 'duplicate-id',
        message: `The rule "${id}" ${seen.has(id) ? 'stands here twice' : `is one of "${owner.id}" already`}. Rename one.`,
      });
    seen.add(id);
    return { id, when: when ?? null, expr, message, level, fields };
  });
}

// A rule of the dictionary is told where something of it is drawn: elsewhere nobody could mend it.
function inheritedChecks(owner: Owner, drawn: ReadonlyMap<string, string>): readonly FieldCheck[] {
  return (owner.check ?? []).flatMap((check) => {
    const named = check.fields.filter((id) => drawn.has(id));
    const fields = named.length > 0 ? named : (readsOf(check.expr) ?? []).filter((id) => drawn.has(id));
    return fields.length > 0 ? [{ ...check, fields }] : [];
  });
}

function checkRings(
  block: FormDefinition,
  sections: readonly FormSection[],
  context: BlockLinkContext,
): void {
  const pointers = new Map<string, string>();
  const nodes: ComputedNode[] = [];
  const add = (name: string, field: FormField, owner: string | null, pointer: string) => {
    if (!field.value) return;
    pointers.set(name, `${pointer}/value`);
    nodes.push({ name, value: field.value, owner });
  };
  sections.forEach((section, i) => {
    const given = block.sections[i]?.fields ?? [];
    for (const field of section.fields) {
      const at = given.findIndex(({ id }) => id === field.id);
      const pointer = `/sections/${i}/fields/${at}`;
      add(field.id, field, null, pointer);
      const cells = given[at]?.lines?.fields ?? [];
      for (const cell of field.lines?.fields ?? [])
        add(
          `${field.id}.${cell.id}`,
          cell,
          field.id,
          `${pointer}/lines/fields/${cells.findIndex(({ id }) => id === cell.id)}`,
        );
    }
  });
  for (const ring of ringsOf(nodes))
    context.report({
      pointer: pointers.get(ring[0] ?? '') ?? '/sections',
      rule: 'computed-cycle',
      message: `The value of "${ring[0]}" is computed from itself: ${ring.join(' → ')}. Compute one of them from something else.`,
    });
}

function isSecret(sections: readonly FormSection[], id: string): boolean {
  const secret = (field: FormField): boolean =>
    field.widget.type === 'password' ||
    field.widget.type === 'new-password' ||
    (field.lines?.fields.some(secret) ?? false);
  return sections.some((section) => section.fields.some((field) => field.id === id && secret(field)));
}
