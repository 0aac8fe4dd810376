import { useCallback, useMemo, useRef, useState } from 'react';
import useSWR from 'swr';
import type { LinkedScreen, LinkedSource } from '#src/core/linked.ts';
import { readPath } from '#src/core/resolve/resolve-value.ts';
import type { PageRequest, RowPage } from '#src/core/rows.ts';
import { rowsOf } from '#src/core/rows.ts';
import type { Scope } from '#src/core/scope.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { SourceView } from './block-props.ts';
import { asFailure, isAbort } from './failure.ts';
import { type ApiPort, useApi, useTell } from './ports.tsx';
import { saveFile } from './save-file.ts';
import { useWhileWanted } from './while-wanted.ts';

/** Rows of a query that a block or an expression reads as a whole. */
const wholeLimit = 5000;

export type ResolveValue = (value: unknown, scope: Scope) => unknown;

/** Ids of the sources whose value is read by an expression, a template or a block that wants all rows at once. */
export function wholeSources(screen: LinkedScreen, pagedBlocks: ReadonlySet<string>): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const source of Object.values(screen.data)) if (source.follows !== undefined) ids.add(source.follows);
  for (const { choices } of screen.params) if (choices) ids.add(choices.source);
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    if (!isJsonObject(value)) return;
    if (typeof value.$expr === 'string')
      for (const match of value.$expr.matchAll(/\bdata\.(\w+)/g)) if (match[1]) ids.add(match[1]);
    if (Array.isArray(value.path) && value.path[0] === 'data' && typeof value.path[1] === 'string')
      ids.add(value.path[1]);
    if (typeof value.type === 'string' && typeof value.data === 'string' && !pagedBlocks.has(value.type))
      ids.add(value.data);
    // A figure of a tile names its source, as the linker leaves it.
    if (typeof value.source === 'string' && 'field' in value && Object.hasOwn(screen.data, value.source))
      ids.add(value.source);
    Object.values(value).forEach(visit);
  };
  visit(screen as unknown);
  return ids;
}

interface QueryInput {
  readonly screen: string;
  readonly source: string;
  readonly params: { readonly [id: string]: unknown };
  readonly dataset?: string;
}

function runPage(
  api: ApiPort,
  input: QueryInput,
  request: PageRequest,
  signal?: AbortSignal,
): Promise<RowPage> {
  return api.call('query.run', { body: { ...input, ...request } }, signal) as Promise<RowPage>;
}

const everything: PageRequest = { offset: 0, limit: wholeLimit, sort: [], find: '', totals: {} };

/** What the caller of a source gives besides its definition. */
export interface SourceInput {
  readonly screen: LinkedScreen;
  readonly source: LinkedSource;
  readonly scope: Scope;
  readonly resolve: ResolveValue;
  readonly whole: boolean;
  readonly onPage: (page: RowPage) => void;
  readonly dataset: string | null;
}

/** One data source of a screen, alive: loads what is read as a whole, hands out pages to the blocks that page. */
export function useSource({
  screen,
  source,
  scope,
  resolve,
  whole,
  onPage,
  dataset,
}: SourceInput): SourceView & { readonly refresh: () => void } {
  const api = useApi();
  const [runs, setRuns] = useState(0);
  const refresh = useCallback(() => setRuns((n) => n + 1), []);
  const requestText = JSON.stringify(
    source.kind === 'operation' ? resolve(source.params, scope) : scope.params,
  );
  // The same request keeps its identity, so that blocks are not handed a new source at every render.
  const request = useMemo(() => JSON.parse(requestText) as object, [requestText]);
  const followed = source.follows === undefined ? null : (scope.data[source.follows] ?? null);
  const key = JSON.stringify([screen.id, source.id, requestText, dataset, runs, followed]);
  // Sources that are parts of one answer ask for it once.
  const asked =
    source.kind === 'operation'
      ? JSON.stringify([screen.id, source.operation, requestText, runs, followed])
      : key;
  const whileWanted = useWhileWanted(asked);
  const tell = useTell();
  const every = (source.every ?? 0) * 1000;
  // Of a row of failures of what is asked again and again, the first is told.
  const failing = useRef(false);
  const {
    data,
    error: thrown,
    isLoading,
    mutate,
  } = useSWR(
    whole || source.kind === 'operation' ? ['source', asked] : null,
    () =>
      whileWanted(async (signal) => {
        if (source.kind === 'operation')
          return { value: await callOperation(api, source.operation, request, signal), cutFrom: null };
        const page = await runPage(api, queryInput(screen, source, request, dataset), everything, signal);
        onPage(page);
        return { value: rowsOf(page), cutFrom: page.total > page.count ? page.total : null };
      }),
    {
      revalidateOnFocus: false,
      revalidateOnReconnect: false,
      revalidateIfStale: true,
      // What is asked again and again is, after a failure, asked less and less often.
      shouldRetryOnError: every > 0,
      ...(every > 0 ? { errorRetryInterval: every } : {}),
      onSuccess: () => {
        failing.current = false;
      },
      onError: (failed) => {
        if (!failing.current) tell(failed);
        failing.current = every > 0;
      },
      keepPreviousData: true,
      dedupingInterval: 200,
      refreshInterval: every,
    },
  );
  // Taken back when its page was left; whoever comes again asks again.
  const error = isAbort(thrown) ? undefined : thrown;
  return useMemo(() => {
    const failure = error === undefined ? null : asFailure(error);
    return {
      id: source.id,
      kind: source.kind,
      fields: source.fields,
      rowKey: source.kind === 'operation' ? null : source.rowKey,
      status: failure ? 'failed' : data !== undefined ? 'ready' : isLoading ? 'loading' : 'idle',
      failure,
      value: source.kind === 'operation' && source.at ? partOf(data?.value, source.at) : data?.value,
      ...(data?.cutFrom ? { cutFrom: data.cutFrom } : {}),
      revision: key,
      retry: () => void mutate(),
      refresh,
      page: async (wanted: PageRequest, signal?: AbortSignal) => {
        try {
          const page = await runPage(api, queryInput(screen, source, request, dataset), wanted, signal);
          onPage(page);
          return page;
        } catch (failed) {
          if (signal?.aborted) throw failed;
          tell(failed);
          throw asFailure(failed);
        }
      },
      export: async (format, wanted, columns, block, titles = {}) => {
        const input = queryInput(screen, source, request, dataset);
        const [{ blob, filename, rows: written }, counted] = await Promise.all([
          api.file('query.export', { body: { ...input, ...wanted, format, columns, block, titles } }),
          runPage(api, input, { ...everything, find: wanted.find, limit: 0 }),
        ]);
        if (written === null || (!counted.limited && written !== counted.total))
          throw asFailure(
            new Error(
              `The file holds ${written ?? 'an unknown number of'} rows, the list ${counted.total}. It was not saved; try again.`,
            ),
          );
        saveFile(blob, filename ?? `${screen.id.replaceAll('/', '-')}.${format}`);
      },
    } satisfies SourceView & { refresh: () => void };
  }, [api, screen, source, key, data, error, isLoading, mutate, refresh, onPage, request, dataset, tell]);
}

function queryInput(
  screen: LinkedScreen,
  source: LinkedSource,
  request: object,
  dataset: string | null,
): QueryInput {
  return {
    screen: screen.id,
    source: source.id,
    params: request as { readonly [id: string]: unknown },
    ...(dataset ? { dataset } : {}),
  };
}

function partOf(answer: unknown, at: readonly string[]): unknown {
  return answer === undefined ? undefined : (readPath({ answer }, ['answer', ...at]) ?? null);
}

function callOperation(
  api: ApiPort,
  operation: string,
  params: object,
  signal: AbortSignal,
): Promise<unknown> {
  return api.call(operation, { params }, signal);
}
