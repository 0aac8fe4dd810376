import { type ReactNode, useMemo } from 'react';
import type { LinkedScreen, LinkedSource } from '#src/core/linked.ts';
import type { RowPage } from '#src/core/rows.ts';
import type { Scope } from '#src/core/scope.ts';
import type { SourceView } from './block-props.ts';
import { awaitedBy, type ResolveValue, useSource } from './sources.ts';

export type LiveSource = SourceView & { readonly refresh: () => void };
export type LiveSources = { readonly [id: string]: LiveSource };

interface WithSourcesProps {
  readonly screen: LinkedScreen;
  readonly sources: readonly LinkedSource[];
  readonly live: LiveSources;
  readonly scope: Scope;
  readonly resolve: ResolveValue;
  readonly onPage: (page: RowPage) => void;
  readonly dataset: string | null;
  readonly children: (live: LiveSources, scope: Scope) => ReactNode;
}

/** Brings a screen's sources to life one inside the other, so that a later one may read an earlier one's answer. */
export function WithSources(props: WithSourcesProps): ReactNode {
  const [first, ...rest] = props.sources;
  if (!first) return props.children(props.live, props.scope);
  return <WithSource key={first.id} {...props} source={first} sources={rest} />;
}

function WithSource({
  source,
  sources,
  ...props
}: WithSourcesProps & { readonly source: LinkedSource }): ReactNode {
  const own = useSource({
    screen: props.screen,
    source,
    scope: props.scope,
    resolve: props.resolve,
    onPage: props.onPage,
    dataset: props.dataset,
  });
  // What is asked by an answer that failed to come has failed with it; else it would load for ever.
  const failed = awaitedBy(source)
    .map((id) => props.live[id])
    .find((view) => view?.status === 'failed');
  const view = useMemo(
    () =>
      failed && own.status === 'idle'
        ? { ...own, status: failed.status, failure: failed.failure, retry: failed.retry }
        : own,
    [own, failed],
  );
  const scope =
    view.value === undefined
      ? props.scope
      : { ...props.scope, data: { ...props.scope.data, [source.id]: view.value } };
  return (
    <WithSources {...props} sources={sources} live={{ ...props.live, [source.id]: view }} scope={scope} />
  );
}
