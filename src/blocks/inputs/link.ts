import type { BlockDefinition } from '#src/core/block-definition.ts';
import type { BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedAction, LinkedBlock, LinkedExpression, LinkedField, Text } from '#src/core/linked.ts';

type Definition = BlockDefinition<'inputs'>;

export interface InputColumn {
  readonly field: LinkedField;
  readonly title: string;
  readonly link: Text | null;
  readonly tone: LinkedExpression | null;
}

export interface InputsButton {
  readonly id: string;
  readonly label: Text;
  readonly intent: 'none' | 'primary' | 'danger';
  readonly visibleWhen: LinkedExpression | null;
  readonly enabledWhen: LinkedExpression | null;
  readonly on: readonly LinkedAction[];
}

export type LinkedInputs = LinkedBlock &
  Omit<Definition, 'columns' | 'buttons' | 'note' | 'from'> & {
    readonly columns: readonly InputColumn[];
    readonly buttons: readonly InputsButton[];
    readonly note: Text | null;
    readonly from: LinkedExpression | null;
  };

export function isInputs(block: LinkedBlock): block is LinkedInputs {
  return block.type === 'inputs' && typeof block.param === 'string';
}

function isDefinition(block: LinkedBlock): block is LinkedBlock & Definition {
  return block.type === 'inputs' && Array.isArray(block.columns);
}

export const link: BlockLinker = (block, context) => {
  if (!isDefinition(block)) return block;
  const fields = context.source?.fields ?? [];
  if (block.data && !block.key)
    context.report({
      pointer: '/data',
      rule: 'unknown-column',
      message: 'Inputs of rows need the field that names a row.',
      suggestion: 'Give "key".',
    });
  const columns = block.columns.flatMap((column, i): readonly InputColumn[] => {
    const field = fields.find(({ id }) => id === column.id);
    if (!field) {
      context.report({
        pointer: `/columns/${i}/id`,
        rule: 'unknown-column',
        message: `"${column.id}" is not returned by source "${block.data ?? ''}".`,
        suggestion:
          context.suggest(
            column.id,
            fields.map(({ id }) => id),
          ) ?? 'Name a column of the source.',
      });
      return [];
    }
    // biome-ignore lint/correctness/useHookAtTopLevel: the linker's context, no React hook
    if (field.codes) context.useCodes(field.codes, `/columns/${i}`);
    return [
      {
        field,
        title: column.title ?? field.title,
        link: (column.link as Text | undefined) ?? null,
        tone: (column.tone as LinkedExpression | undefined) ?? null,
      },
    ];
  });
  const buttons = block.buttons.map((button) => ({
    ...button,
    visibleWhen: button.visibleWhen ?? null,
    enabledWhen: button.enabledWhen ?? null,
  }));
  return { ...block, columns, buttons, note: block.note ?? null, from: block.from ?? null } as LinkedInputs;
};
