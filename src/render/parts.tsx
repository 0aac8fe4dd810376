import { type ComponentType, Suspense } from 'react';
import type { BlockComponent, BlockProps } from './block-props.ts';
import { LoadBoundary } from './load-boundary.tsx';
import { lazyPart } from './load-part.ts';
import { useRegistries } from './ports.tsx';
import type { Lazy } from './registries.ts';
import type { WidgetComponent, WidgetProps } from './widget-props.ts';

// React.lazy must get the same component for the same loader, else every render would remount the part.
const lazyParts = new WeakMap<Lazy<never>, ComponentType<never>>();

function partOf<P extends object>(load: Lazy<ComponentType<P>>): ComponentType<P> {
  const known = lazyParts.get(load as Lazy<never>);
  if (known) return known as ComponentType<P>;
  const part = lazyPart(load) as unknown as ComponentType<P>;
  lazyParts.set(load as Lazy<never>, part as ComponentType<never>);
  return part;
}

/** Draws an input by the name of its widget, loading it when it is first used. */
export function WidgetPart({ type, ...props }: WidgetProps & { readonly type: string }) {
  const load = useRegistries().widgets.get(type);
  if (!load) throw new Error(`Widget "${type}" is not registered.`);
  const Part: WidgetComponent = partOf(load);
  return (
    <LoadBoundary>
      <Suspense fallback={<div className="cad-widget-loading" data-widget={type} />}>
        <Part {...props} />
      </Suspense>
    </LoadBoundary>
  );
}

export function useBlockComponent(type: string): BlockComponent | null {
  const load = useRegistries().blocks.get(type);
  return load ? partOf<BlockProps>(load) : null;
}
