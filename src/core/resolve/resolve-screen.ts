import { isExpression, type LinkedBlock, type LinkedButton, type LinkedScreen } from '../linked.ts';
import type { Scope } from '../scope.ts';
import { type Evaluate, resolveText } from './resolve-value.ts';

/** What is drawn: invisible blocks are gone, at every depth. */
export interface ResolvedScreen {
  readonly title: string;
  readonly blocks: readonly LinkedBlock[];
  readonly buttons: readonly {
    readonly button: LinkedButton;
    readonly label: string;
    readonly enabled: boolean;
  }[];
}

function isBlockList(value: unknown): value is readonly LinkedBlock[] {
  return (
    Array.isArray(value) &&
    value.every(
      (item) => typeof item === 'object' && item !== null && 'type' in item && 'visibleWhen' in item,
    )
  );
}

function visible(condition: unknown, scope: Scope, evaluate: Evaluate): boolean {
  return isExpression(condition) ? evaluate(condition, scope) === true : true;
}

/** A block whose condition holds, its nested blocks resolved alike; null when it is not shown. */
export function resolveBlock(block: LinkedBlock, scope: Scope, evaluate: Evaluate): LinkedBlock | null {
  if (!visible(block.visibleWhen, scope, evaluate)) return null;
  return withVisibleChildren(block, scope, evaluate) as LinkedBlock;
}

function withVisibleChildren(value: unknown, scope: Scope, evaluate: Evaluate): unknown {
  if (isBlockList(value) && value.length > 0) return resolveBlocks(value, scope, evaluate);
  if (Array.isArray(value)) return value.map((item: unknown) => withVisibleChildren(item, scope, evaluate));
  if (typeof value !== 'object' || value === null) return value;
  // What a plan opens is resolved when it opens: only then is there an answer or a row that its conditions ask for.
  if ('type' in value && value.type === 'dialog') return value;
  if (!Object.values(value).some((item) => typeof item === 'object' && item !== null)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, withVisibleChildren(item, scope, evaluate)]),
  );
}

export function resolveBlocks(
  blocks: readonly LinkedBlock[],
  scope: Scope,
  evaluate: Evaluate,
): readonly LinkedBlock[] {
  return blocks.map((block) => resolveBlock(block, scope, evaluate)).filter((block) => block !== null);
}

/** `titled` is what its title reads, where that is not the scope of its blocks. */
export function resolveScreen(
  screen: LinkedScreen,
  scope: Scope,
  evaluate: Evaluate,
  titled = scope,
): ResolvedScreen {
  return {
    title: resolveText(screen.title, titled),
    blocks: resolveBlocks(screen.blocks, scope, evaluate),
    buttons: screen.buttons
      .filter((button) => visible(button.visibleWhen, scope, evaluate))
      .map((button) => ({
        button,
        label: resolveText(button.label, scope),
        enabled: button.enabledWhen === null || evaluate(button.enabledWhen, scope) === true,
      })),
  };
}
