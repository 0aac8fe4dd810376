import { isExpression, type LinkedBlock, type LinkedButton, type LinkedScreen } from '../linked.ts';
import type { Scope } from '../scope.ts';
import { isJsonObject } from '../values.ts';
import { isOpenPlan, isPlan, type MayOpen } from './open-plan.ts';
import { type Evaluate, resolveText } from './resolve-value.ts';

/** What is drawn: invisible blocks are gone, at every depth, and so is what would lead to a page that is not there. */
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

/** What decides over the parts of a screen; without `mayOpen`, as on paper, nothing leads anywhere anyhow. */
interface Deciding {
  readonly scope: Scope;
  readonly evaluate: Evaluate;
  readonly mayOpen?: MayOpen | undefined;
}

/** Whether pressing a part would do nothing but lead to a page that the reader may not open. */
function isClosed(steps: unknown, { scope, evaluate, mayOpen }: Deciding): boolean {
  if (!mayOpen || !isPlan(steps)) return false;
  return !isOpenPlan(steps, (condition) => evaluate(condition, scope) === true, mayOpen);
}

/** A button, an action of a row: with nothing to do it is not there. Any other part is drawn, and is no button. */
function isClosedButton(value: unknown, by: Deciding): boolean {
  return isJsonObject(value) && 'label' in value && isClosed(value.on, by);
}

function resolvedBlocks(blocks: readonly LinkedBlock[], by: Deciding): readonly LinkedBlock[] {
  return blocks
    .filter((block) => visible(block.visibleWhen, by.scope, by.evaluate))
    .map((block) => withVisibleChildren(block, by) as LinkedBlock);
}

function withVisibleChildren(value: unknown, by: Deciding): unknown {
  if (isBlockList(value) && value.length > 0) return resolvedBlocks(value, by);
  if (Array.isArray(value))
    return value
      .filter((item: unknown) => !isClosedButton(item, by))
      .map((item: unknown) => withVisibleChildren(item, by));
  if (typeof value !== 'object' || value === null) return value;
  // What a plan opens is resolved when it opens: only then is there an answer or a row that its conditions ask for.
  if ('type' in value && value.type === 'dialog') return value;
  if (!Object.values(value).some((item) => typeof item === 'object' && item !== null)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, item]) => !isClosedButton(item, by))
      .map(([key, item]) => [key, key === 'on' && isClosed(item, by) ? [] : withVisibleChildren(item, by)]),
  );
}

/** The blocks whose conditions hold, what is nested in them resolved alike. */
export function resolveBlocks(
  blocks: readonly LinkedBlock[],
  scope: Scope,
  evaluate: Evaluate,
  mayOpen?: MayOpen,
): readonly LinkedBlock[] {
  return resolvedBlocks(blocks, { scope, evaluate, mayOpen });
}

/** `titled` is what its title reads, where that is not the scope of its blocks. */
export function resolveScreen(
  screen: LinkedScreen,
  scope: Scope,
  evaluate: Evaluate,
  mayOpen?: MayOpen,
  titled = scope,
): ResolvedScreen {
  const by: Deciding = { scope, evaluate, mayOpen };
  return {
    title: resolveText(screen.title, titled),
    blocks: resolvedBlocks(screen.blocks, by),
    buttons: screen.buttons
      .filter((button) => visible(button.visibleWhen, scope, evaluate) && !isClosed(button.on, by))
      .map((button) => ({
        button,
        label: resolveText(button.label, scope),
        enabled: button.enabledWhen === null || evaluate(button.enabledWhen, scope) === true,
      })),
  };
}
