// Which record the changed cells of a grid belong to, and what may stand in them.
import type { Entity, EntityField } from '#src/core/entity.ts';
import type { BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { LinkedField } from '#src/core/linked.ts';
import type { CellRules, ColumnWords, GridDefinition, GridSaves } from './definition.ts';

const refused: ReadonlySet<string> = new Set(['datetime', 'json', 'list']);

/** The records that a grid changes, and where its rows hold their number and version. */
export interface SaveTarget {
  readonly entity: Entity;
  readonly permission: string | null;
  readonly id: string;
  readonly version: string;
  readonly creates?: { readonly [field: string]: string };
}

/** The records of the source, or those that its rows refer to by `record`; null where there are none, undefined where that was reported. */
export function targetOf(block: GridDefinition, context: BlockLinkContext): SaveTarget | null | undefined {
  const { source } = context;
  const own = source?.kind === 'records' ? (context.entityOfList?.(source.list) ?? null) : null;
  const { record } = block;
  if (!record) {
    if (!own || source?.kind !== 'records') return null;
    return target(own, block.rowKey ?? source.rowKey ?? 'id', 'version');
  }
  // An unknown name is reported by the walk over the schema.
  const entity = context.entity(record.entity);
  if (!entity) return undefined;
  const wrong = (key: string, message: string, suggestion?: string): undefined =>
    void context.report({ pointer: `/record/${key}`, rule: 'edit-record', message, suggestion });
  const { id, version = 'version' } = record;
  const fields = new Map((source?.fields ?? []).map((field) => [field.id, field]));
  const refs = own?.refs ?? {};
  if (own && id !== 'id' && refs[id] !== entity.id)
    return wrong(
      'id',
      `"${id}" of "${own.id}" refers to ${refs[id] ? `"${refs[id]}"` : 'no record type'}, not to "${entity.id}". Name a field of its "refs".`,
      context.suggest(id, Object.keys(refs)),
    );
  if (fields.size > 0 && !fields.has(id))
    return wrong(
      'id',
      `The rows of grid "${block.id}" have no column "${id}".`,
      context.suggest(id, [...fields.keys()]),
    );
  if (fields.has(id) && fields.get(id)?.type !== 'integer')
    return wrong('id', `"${id}" is ${fields.get(id)?.type} and holds no number of a record.`);
  if (fields.size > 0 && !fields.has(version))
    return wrong(
      record.version === undefined ? 'entity' : 'version',
      `The rows of grid "${block.id}" have no column "${version}", so a save could not tell that somebody else was quicker. Return the version of the ${entity.title.toLowerCase()} and name its column in "version".`,
    );
  return withCreates(target(entity, id, version), block, fields, context);
}

/** A row without a record makes one where `creates` says what it is about. */
function withCreates(
  found: SaveTarget,
  { record, rowKey, editing, id: grid }: GridDefinition,
  columns: ReadonlyMap<string, LinkedField>,
  context: BlockLinkContext,
): SaveTarget | undefined {
  const creates = record?.creates;
  if (!creates) return found;
  const wrong = (key: string, message: string, suggestion?: string): undefined =>
    void context.report({ pointer: `/record/creates${key}`, rule: 'edit-record', message, suggestion });
  if (editing !== 'sheet' || !rowKey)
    return wrong('', `Grid "${grid}" makes records, so it needs "editing": "sheet" and a "rowKey".`);
  for (const [field, column] of Object.entries(creates)) {
    const known = found.entity.fields[field];
    if (!known || known.engine)
      return wrong(
        `/${field}`,
        `"${field}" is no field of "${found.entity.id}" that a new one may be given.`,
        context.suggest(field, Object.keys(found.entity.fields)),
      );
    if (columns.size > 0 && !columns.has(column))
      return wrong(
        `/${field}`,
        `The rows of grid "${grid}" have no column "${column}".`,
        context.suggest(column, [...columns.keys()]),
      );
  }
  return { ...found, creates };
}

function target(entity: Entity, id: string, version: string): SaveTarget {
  return { entity, permission: entity.record.permissions.update, id, version };
}

/** Where a grid's changed rows are saved; null where nobody may change them. */
export function savesOf(
  found: SaveTarget | null | undefined,
  definitions: readonly ColumnWords[],
  fields: ReadonlyMap<string, LinkedField>,
): GridSaves | null {
  if (!found?.permission) return null;
  const { entity, permission, id, version, creates } = found;
  const renamed = definitions.flatMap((definition): readonly (readonly [string, string])[] => {
    if (!definition.edit) return [];
    const name = fieldNameOf(definition);
    const unit = fields.get(definition.id)?.unitField;
    const unitName = entity.fields[name]?.unitField;
    return [[definition.id, name], ...(unit && unitName ? [[unit, unitName] as const] : [])];
  });
  return {
    list: entity.record.list,
    permission,
    id,
    version,
    ...(entity.scope === 'district' && fields.has('district_code') ? { district: 'district_code' } : {}),
    fields: Object.fromEntries(renamed.filter(([column, field]) => column !== field)),
    ...(creates ? { creates } : {}),
  };
}

/** The record's field that a column changes. */
export function fieldNameOf({ id, edit }: ColumnWords): string {
  return typeof edit === 'string' ? edit : id;
}

/** What may stand in a cell of a column that is changed in place; reports why it cannot be. */
export function linkEdit(
  definition: ColumnWords,
  column: LinkedField,
  pointer: string,
  found: SaveTarget | null | undefined,
  context: BlockLinkContext,
): CellRules | null {
  if (!definition.edit || found === undefined) return null;
  const wrong = (message: string, suggestion?: string): null => {
    context.report({ pointer: `${pointer}/edit`, rule: 'edit-column', message, suggestion });
    return null;
  };
  if (!found)
    return wrong(
      `Column "${definition.id}" is not of a list of records, so nothing can be saved. Leave "edit" out, or say in "record" whose field it is.`,
    );
  const { entity } = found;
  const name = fieldNameOf(definition);
  const field: EntityField | undefined = entity.fields[name];
  if (!found.permission)
    return wrong(`Nobody may change the records of "${entity.record.list}". Leave "edit" out.`);
  if (!field)
    return wrong(
      `"${name}" is no field of "${entity.id}". Leave "edit" out, or name the field that the column shows.`,
      context.suggest(name, Object.keys(entity.fields)),
    );
  if (field.readOnly) return wrong(`"${name}" is set by the server and cannot be changed. Leave "edit" out.`);
  if (refused.has(field.type) || field.lines)
    return wrong(`"${name}" is ${field.type} and does not fit into a cell. Change it in the record's form.`);
  if (field.type !== column.type)
    return wrong(
      `Column "${column.id}" is ${column.type}, but "${name}" of "${entity.id}" is ${field.type}.`,
    );
  const { required, minimum, maximum, maxLength, pattern, takes, permission } = field;
  const words = takes === undefined ? {} : { takes };
  return { required, minimum, maximum, maxLength, pattern, ...words, permission };
}
