import type { BlockDefinition } from '#src/core/block-definition.ts';
import { fieldsWithChildren } from '#src/core/child-fields.ts';
import type { Entity, EntityField } from '#src/core/entity.ts';
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
    /** Where a value can be restored: which fields, how the record is saved, and who does it. */
    readonly restores: Restores | null;
  };

export interface Restores {
  /** Source that holds the record. */
  readonly record: string;
  readonly list: string;
  /** Permission to change it. */
  readonly needs: string;
  readonly fields: readonly string[];
  /** Field that says in which district the record lies. */
  readonly district: string | null;
  /** Field that holds the state, and the states in which nobody changes it. */
  readonly locked: { readonly field: string; readonly states: readonly string[] } | null;
}

/** By which the scope "district" tells where a record lies. */
const districtField = 'district_code';

/** What a person types at any time; rows inside the record have numbers that are not given twice. */
function restoresOf(record: string, { fields, life, scope, record: stored }: Entity): Restores | null {
  const { list, permissions } = stored;
  if (permissions.update === null) return null;
  const typed = Object.values(fields).filter(
    (field) =>
      field.write === 'always' &&
      !field.readOnly &&
      !field.lines &&
      !field.value &&
      !field.from &&
      !field.number,
  );
  return {
    record,
    list,
    needs: permissions.update,
    fields: typed.map(({ id }) => id).filter((id) => id !== life?.field),
    district: scope === 'district' && fields[districtField] ? districtField : null,
    locked: life ? { field: life.field, states: life.locked } : null,
  };
}

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
  if (block.record !== undefined && !entity)
    context.report({
      pointer: '/record',
      rule: 'history-record',
      message: `History "${block.id}" restores values of a record and does not say of which type. Name it in "entity".`,
    });
  const restores = typeof block.record === 'string' && entity ? restoresOf(block.record, entity) : null;
  const linked: LinkedHistory = { ...block, fields, restores };
  return linked;
};
