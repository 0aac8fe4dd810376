import { Component, type ErrorInfo, type ReactNode, Suspense, useEffect, useRef } from 'react';
import type { LinkedBlock } from '#src/core/linked.ts';
import type { BlockProps } from './block-props.ts';
import { useInspector } from './inspector.ts';
import { LoadFailure } from './load-boundary.tsx';
import { LoadError } from './load-part.ts';
import { useBlockComponent } from './parts.tsx';
import { ErrorCard, Skeleton } from './states.tsx';

/** A failing block draws its own card; it never takes the page down. */
class BlockBoundary extends Component<
  { readonly place: string; readonly children: ReactNode },
  { readonly error: Error | null }
> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: Error) {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error(`Block ${this.props.place} failed.`, error, info.componentStack);
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    if (error instanceof LoadError) return <LoadFailure />;
    return (
      <ErrorCard
        title="This part of the page failed"
        message={`${this.props.place}: ${error.message}`}
        onRetry={() => this.setState({ error: null })}
      />
    );
  }
}

export function BlockSlot({ block, props }: { readonly block: LinkedBlock; readonly props: BlockProps }) {
  const Block = useBlockComponent(block.type);
  const inspector = useInspector();
  const box = useRef<HTMLDivElement>(null);
  const now = useRef(props);
  now.current = props;
  useEffect(() => (box.current ? inspector?.watch(box.current, () => now.current) : undefined), [inspector]);
  if (!Block)
    return (
      <ErrorCard
        title="This part of the page is unknown"
        message={`Block type "${block.type}" is not registered.`}
      />
    );
  return (
    <div
      ref={box}
      className="cad-block"
      data-block={block.id}
      data-block-type={block.type}
      aria-busy={props.source?.stale}
    >
      <BlockBoundary place={`${props.screen.id} › ${block.id}`}>
        <Suspense fallback={<Skeleton />}>
          <Block {...props} />
        </Suspense>
      </BlockBoundary>
    </div>
  );
}
