import type { BlockLinkContext } from '#src/core/link/block-linker.ts';
import type { GridDefinition, RowAction } from './definition.ts';
import { rowActionKinds } from './row-action-kinds.ts';

/** Gives every button its name, picture and text; a button without any of them is found. */
export function linkRowActions(block: GridDefinition, context: BlockLinkContext): readonly RowAction[] {
  const linked: RowAction[] = [];
  block.actions.forEach((action, index) => {
    const kind = action.kind ? rowActionKinds[action.kind] : null;
    const id = action.id ?? action.kind;
    const label = action.label ?? kind?.label;
    if (id === undefined || label === undefined) {
      context.report({
        pointer: `/actions/${index}`,
        rule: 'nameless-action',
        message: `This button of grid "${block.id}" has no ${id === undefined ? 'name' : 'text'}. Give it a "kind", or "id" and "label".`,
      });
      return;
    }
    if (linked.some((known) => known.id === id)) {
      context.report({
        pointer: `/actions/${index}`,
        rule: 'duplicate-action',
        message: `Two buttons of grid "${block.id}" are called "${id}". Give one another "id".`,
      });
      return;
    }
    linked.push({
      id,
      label,
      icon: action.icon ?? kind?.icon ?? null,
      visibleWhen: action.visibleWhen ?? null,
      on: action.on,
    });
  });
  return linked;
}
