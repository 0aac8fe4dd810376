// Link rules of the steps over many records: what their dialog asks, from the entity or the command.
import type { Entity, EntityField } from '#src/core/entity.ts';
import type { ActionLinkContext, ActionLinker, CommandParam } from '#src/core/link/catalog.ts';
import { widgetFor } from '#src/core/link/widget-for.ts';
import type { FormatId } from '#src/core/linked.ts';
import { isJsonObject } from '#src/core/values.ts';

type Known = NonNullable<ActionLinkContext['catalog']>;

function about(entity: Entity) {
  return {
    list: entity.record.list,
    prefix: entity.record.prefix,
    one: entity.singular ?? entity.title.toLowerCase(),
    more: entity.plural ?? entity.record.list,
  };
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function inputOfField(field: EntityField, { codes, language }: Known) {
  return {
    id: field.id,
    title: field.title,
    help: field.description,
    widget: widgetFor(field, false, language),
    codes: field.codes === null ? null : (codes.get(field.codes)?.codes ?? null),
    many: false,
    required: field.required,
    default: null,
  };
}

function inputOfParam(param: CommandParam, { codes, language }: Known) {
  const { id, title, description, type, many, required } = param;
  const format: FormatId =
    param.format ?? (type === 'date' || type === 'boolean' || type === 'integer' ? type : 'text');
  const subject = { type, format, codes: param.codes, list: null };
  return {
    id,
    title,
    help: description,
    widget: widgetFor(subject, many, language),
    codes: param.codes === null ? null : (codes.get(param.codes)?.codes ?? null),
    many,
    required,
    default: param.default,
  };
}

export const linkCommand: ActionLinker = (step, { catalog, report, suggest }) => {
  const command = catalog?.commands.get(String(step.command));
  const entity = command && catalog?.entities.get(command.entity);
  if (!catalog || !command || !entity) return step;
  const params = command.params.map(({ id }) => id);
  for (const id of Object.keys(isJsonObject(step.params) ? step.params : {}))
    if (!params.includes(id))
      report({
        pointer: `/params/${id}`,
        rule: 'unknown-parameter',
        message: `Command "${command.id}" has no parameter "${id}".`,
        suggestion: suggest(id, params),
      });
  const asked = {
    ...about(entity),
    title: command.title,
    text: command.description,
    does: { kind: 'command', command: command.id },
    inputs: command.params.map((param) => inputOfParam(param, catalog)),
  };
  return { ...step, asked };
};

export const linkBulk: ActionLinker = (step, context) => {
  const entity = typeof step.list === 'string' ? context.entityOfList(step.list) : null;
  const { catalog } = context;
  if (!catalog || !entity) return step;
  const set: readonly unknown[] = Array.isArray(step.set) ? step.set : [];
  const ways = [set.length > 0, step.move !== undefined, step.delete === true].filter(Boolean);
  if (ways.length !== 1)
    context.report({
      pointer: '/list',
      rule: 'bulk-action',
      message: 'A bulk step does exactly one thing. Give it one of "set", "move" and "delete".',
    });
  const inputs = set.flatMap((id, i) => settable(String(id), `/set/${i}`, entity, context) ?? []);
  const { more, ...named } = about(entity);
  const move = entity.life?.moves.find(({ id }) => id === step.move);
  if (typeof step.move === 'string' && !move) {
    const moves = entity.life?.moves.map(({ id }) => id) ?? [];
    context.report({
      pointer: '/move',
      rule: 'bulk-action',
      message: `"${step.move}" is no move of "${entity.id}".`,
      suggestion: context.suggest(step.move, moves),
    });
  }
  const words = move
    ? { title: `${move.title}: ${more}`, text: '', does: { kind: 'move', move: move.id } }
    : set.length > 0
      ? { title: `Change ${more}`, text: 'Tick what is to change.', does: { kind: 'set' } }
      : {
          title: `Delete ${more}`,
          text: `${capital(more)} that are deleted are gone.`,
          does: { kind: 'delete' },
        };
  const asked = {
    ...named,
    more,
    ...words,
    inputs: inputs.map((field) => inputOfField(field, catalog)),
  };
  return { ...step, asked };
};

/** A field that a save may write; whatever else is named is told. */
function settable(
  id: string,
  pointer: string,
  entity: Entity,
  context: ActionLinkContext,
): EntityField | null {
  const field = Object.hasOwn(entity.fields, id) ? entity.fields[id] : undefined;
  const writable = Object.values(entity.fields).filter(({ write, engine }) => write === 'always' && !engine);
  if (field && writable.includes(field)) return field;
  context.report({
    pointer,
    rule: 'bulk-action',
    message: field
      ? `Field "${id}" is not written by a save, so it cannot be set.`
      : `Field "${id}" is not in entity "${entity.id}".`,
    suggestion: context.suggest(
      id,
      writable.map((one) => one.id),
    ),
  });
  return null;
}
