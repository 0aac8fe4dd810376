import type { BlockDefinitions } from '#src/generated/blocks.ts';
import type { FormatId, LinkedAction, LinkedBlock, LinkedExpression, LinkedWidget, Text } from './linked.ts';

interface Walked {
  readonly action: LinkedAction;
  readonly block: LinkedBlock;
  readonly expression: LinkedExpression;
  readonly format: FormatId;
  readonly text: Text;
  readonly widget: LinkedWidget;
}

/**
 * A block as its own linker is handed it, beside what every block has: from its `schema.json`, with shorthand and defaults
 * written out and all that stands inside linked. What a browser gets is this, but for what the linker puts in its place.
 */
export type BlockDefinition<Type extends keyof BlockDefinitions<Walked>> = BlockDefinitions<Walked>[Type];
