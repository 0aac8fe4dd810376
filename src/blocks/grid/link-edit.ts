import type { EntityField } from '#src/core/entity.ts';
import type { BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { CellRules, ColumnDefinition, GridSaves } from './definition.ts';

const refused: ReadonlySet<string> = new Set(['datetime', 'json', 'list']);

/** Where a grid's changed rows are saved; null where its source is no list of records that anybody may change. */
export function savesOf({ source, entityOfList }: BlockLinkContext): GridSaves | null {
  if (source?.kind !== 'records') return null;
  const record = entityOfList?.(source.list)?.record;
  return record?.permissions.update ? { list: source.list, permission: record.permissions.update } : null;
}

/** What may stand in a cell of a column that is changed in place; reports why it cannot be. */
export function linkEdit(
  definition: ColumnDefinition,
  pointer: string,
  context: BlockLinkContext,
): CellRules | null {
  if (!definition.edit) return null;
  const { source } = context;
  const wrong = (message: string): null => {
    context.report({ pointer: `${pointer}/edit`, rule: 'edit-column', message });
    return null;
  };
  if (source?.kind !== 'records')
    return wrong(
      `Column "${definition.id}" is not of a list of records, so nothing can be saved. Leave "edit" out.`,
    );
  const field: EntityField | undefined = context.entityOfList?.(source.list)?.fields[definition.id];
  if (!savesOf(context)) return wrong(`Nobody may change the records of "${source.list}". Leave "edit" out.`);
  if (!field || field.readOnly)
    return wrong(`"${definition.id}" is set by the server and cannot be changed. Leave "edit" out.`);
  if (refused.has(field.type) || field.lines)
    return wrong(
      `"${definition.id}" is ${field.type} and does not fit into a cell. Change it in the record's form.`,
    );
  const { required, minimum, maximum, maxLength, pattern, permission } = field;
  return { required, minimum, maximum, maxLength, pattern, permission };
}
