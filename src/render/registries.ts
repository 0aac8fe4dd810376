import type { ActionRunner } from './action-runner.ts';
import type { BlockComponent } from './block-props.ts';
import type { WidgetComponent } from './widget-props.ts';

/** A part that loads when first used. */
export type Lazy<C> = () => Promise<C>;

export interface Registries {
  readonly blocks: ReadonlyMap<string, Lazy<BlockComponent>>;
  readonly widgets: ReadonlyMap<string, Lazy<WidgetComponent>>;
  readonly actions: ReadonlyMap<string, ActionRunner>;
}
