import type { BlockDefinition } from '#src/core/block-definition.ts';
import { fieldsWithChildren } from '#src/core/child-fields.ts';
import type { EntityField } from '#src/core/entity.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock, LinkedField } from '#src/core/linked.ts';

export type HistoryField = LinkedField & {
  /** Of rows inside the record: what a row is made of. */
  readonly cells?: readonly LinkedField[];
};

export type LinkedHistory = LinkedBlock &
  BlockDefinition<'history'> & {
    /** How the changed fields are titled and written. */
    readonly fields: readonly HistoryField[];
  };

export function isHistory(block: LinkedBlock): block is LinkedHistory {
  return block.type === 'history';
}

function historyField(field: EntityField): HistoryField {
  const { lines, ...rest } = field;
  return lines ? { ...rest, cells: Object.values(lines.fields) } : rest;
}

export const link: BlockLinker = (block, context) => {
  if (!isHistory(block)) return block;
  const addCodes = context.useCodes;
  const entity = typeof block.entity === 'string' ? context.entity(block.entity) : null;
  const fields = entity ? Object.values(fieldsWithChildren(entity)).map(historyField) : [];
  for (const { codes, cells = [] } of fields)
    for (const table of [codes, ...cells.map((cell) => cell.codes)]) if (table) addCodes(table, '/entity');
  context.tellHeadings?.(['Field', 'Before', 'After']);
  const linked: LinkedHistory = { ...block, fields };
  return linked;
};
