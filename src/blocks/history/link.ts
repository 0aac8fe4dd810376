import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedBlock, LinkedField } from '#src/core/linked.ts';

export interface LinkedHistory extends LinkedBlock {
  /** How the changed fields are titled and written. */
  readonly fields: readonly LinkedField[];
  readonly empty: string;
}

export function isHistory(block: LinkedBlock): block is LinkedHistory {
  return block.type === 'history';
}

export const link: BlockLinker = (block, context) => {
  if (!isHistory(block)) return block;
  const addCodes = context.useCodes;
  const entity = typeof block.entity === 'string' ? context.entity(block.entity) : null;
  const fields = entity ? Object.values(entity.fields) : [];
  for (const field of fields) if (field.codes) addCodes(field.codes, '/entity');
  context.tellHeadings?.(['Field', 'Before', 'After']);
  const linked: LinkedHistory = { ...block, fields };
  return linked;
};
