import { useCallback, useMemo, useRef, useState } from 'react';
import useSWR from 'swr';
import { isTemplate, type LinkedScreen, type LinkedSource } from '#src/core/linked.ts';
import { readPath } from '#src/core/resolve/resolve-value.ts';
import type { PageRequest, RowPage } from '#src/core/rows.ts';
import { isCut, rowsOf } from '#src/core/rows.ts';
import type { Scope } from '#src/core/scope.ts';
import type { SourceView } from './block-props.ts';
import { asFailure, isAbort, isMissing } from './failure.ts';
import { mayServe, Opening, openingPages } from './opening.ts';
import { type ApiPort, useApi, useTell } from './ports.tsx';
import { useWhileWanted } from './while-wanted.ts';

export type ResolveValue = (value: unknown, scope: Scope) => unknown;

interface QueryInput {
  readonly screen: string;
  readonly source: string;
  readonly params: { readonly [id: string]: unknown };
  readonly dataset?: string;
  /** Only a run made after this moment, as an answer's `run_at`. */
  readonly newer_than?: string;
}

/** The pages that are asked for, first to last, of one run and in one question. */
async function runPages(
  api: ApiPort,
  input: QueryInput,
  requests: readonly PageRequest[],
  signal?: AbortSignal,
): Promise<readonly [RowPage, ...RowPage[]]> {
  const ask = ([first, ...also]: readonly PageRequest[]) =>
    api.call(
      'query.run',
      { body: { ...input, ...first, ...(also.length > 0 ? { also } : {}) } },
      signal,
    ) as Promise<RowPage & { readonly also?: readonly RowPage[] }>;
  const { also = [], ...first } = await ask(requests);
  // A page ends where its bytes do; that is rare enough for what asks for its rest to be loaded then.
  const whole = async (page: RowPage, request?: PageRequest) =>
    request && isCut(page, request)
      ? (await import('./cut-page.ts')).completed(page, request, (rest) => ask([rest]))
      : page;
  return Promise.all([whole(first, requests[0]), ...also.map((page, i) => whole(page, requests[i + 1]))]);
}

/** What the caller of a source gives besides its definition. */
export interface SourceInput {
  readonly screen: LinkedScreen;
  readonly source: LinkedSource;
  readonly scope: Scope;
  readonly resolve: ResolveValue;
  readonly onPage: (page: RowPage) => void;
  readonly dataset: string | null;
}

/** One data source of a screen, alive: loads what is read as a whole, hands out pages to the blocks that page. */
export function useSource({
  screen,
  source,
  scope,
  resolve,
  onPage,
  dataset,
}: SourceInput): SourceView & { readonly refresh: () => void } {
  const api = useApi();
  const [runs, setRuns] = useState(0);
  // The run that was seen last, and the one that a newer one was asked for instead of.
  const seen = useRef<string | null>(null);
  const newerThan = useRef<string | null>(null);
  const askNewer = useCallback(() => {
    newerThan.current = seen.current;
  }, []);
  const refresh = useCallback(() => {
    askNewer();
    setRuns((n) => n + 1);
  }, [askNewer]);
  const requestText = JSON.stringify(
    source.kind === 'operation' ? resolve(source.params, scope) : readBy(source, scope.params),
  );
  // The same request keeps its identity, so that blocks are not handed a new source at every render.
  const request = useMemo(() => JSON.parse(requestText) as object, [requestText]);
  const followed = useChanged(source.follows === undefined ? undefined : scope.data[source.follows]);
  const followedBefore = useRef(followed);
  if (followedBefore.current !== followed) {
    followedBefore.current = followed;
    askNewer();
  }
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
  const opening = useRef<Opening | null>(null);
  const pages = useMemo(() => openingPages(source), [source]);
  const asking = useCallback(
    () => queryInput(screen, source, request, dataset, newerThan.current),
    [screen, source, request, dataset],
  );
  const tellPage = useCallback(
    (page: RowPage) => {
      seen.current = page.run_at;
      onPage(page);
    },
    [onPage],
  );
  /** The one question of this opening; whoever comes first asks it. */
  const open = useCallback((): Opening => {
    if (opening.current?.key === key) return opening.current;
    const made = new Opening(
      key,
      pages,
      whileWanted(async (signal) => {
        const answers = await runPages(api, asking(), pages, signal);
        if (answers[0]) tellPage(answers[0]);
        return answers;
      }),
    );
    opening.current = made;
    return made;
  }, [api, asking, key, pages, tellPage, whileWanted]);
  const {
    data,
    error: thrown,
    isLoading,
    mutate,
  } = useSWR(
    (source.whole || source.kind === 'operation') && !waitsFor(source, scope) ? ['source', asked] : null,
    async () => {
      if (source.kind === 'operation') {
        const call = (signal: AbortSignal) => callOperation(api, source.operation, request, signal);
        return { value: await whileWanted(call), cutFrom: null };
      }
      if (opening.current?.taken && opening.current.key === key) {
        // Asked again under the same key: by the clock, or after a failure.
        askNewer();
        opening.current = null;
      }
      const now = open();
      now.taken = true;
      const [page] = await now.answer;
      if (!page) throw new Error('The question was answered without a page.');
      return { value: rowsOf(page), cutFrom: page.total > page.count ? page.total : null };
    },
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
        if (!failing.current && !isMissing(source.kind, asFailure(failed))) tell(failed);
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
      ...(data !== undefined && isLoading && source.kind !== 'operation' ? { stale: true as const } : {}),
      revision: key,
      retry: () => void mutate(),
      refresh,
      asking,
      page: async (wanted: PageRequest, signal?: AbortSignal) => {
        try {
          const now = mayServe(pages, wanted) ? open() : null;
          // A report's run stays as it is; a list of records is asked anew for what it was asked for before.
          const stale = source.kind === 'records' && now?.repeats(wanted);
          const known = now && !stale ? await now.find(wanted).catch(unlessTakenBack) : null;
          signal?.throwIfAborted();
          if (known) return known;
          const [page] = await runPages(api, asking(), [wanted], signal);
          tellPage(page);
          return page;
        } catch (failed) {
          if (signal?.aborted) throw failed;
          if (opening.current?.key === key) opening.current = null;
          tell(failed);
          throw asFailure(failed);
        }
      },
      export: async (...given) => {
        const { exportRows } = await import('./export-rows.ts');
        return exportRows(api, screen, asking(), given);
      },
    } satisfies SourceView & { refresh: () => void };
  }, [
    api,
    screen,
    source,
    key,
    data,
    error,
    isLoading,
    mutate,
    refresh,
    tellPage,
    asking,
    open,
    pages,
    tell,
  ]);
}

/** A value once it is another than the first that was answered; null before. What comes first is no change. */
function useChanged(value: unknown): unknown {
  const first = useRef<string | null>(null);
  const text = useMemo(() => (value === undefined ? null : JSON.stringify(value)), [value]);
  first.current ??= text;
  return useMemo(() => (text === null || text === first.current ? null : JSON.parse(text)), [text]);
}

/** The page's parameters, without those that are typed in it and of which the source reads nothing. */
function readBy(
  { unread = [] }: { readonly unread?: readonly string[] },
  params: Scope['params'],
): Scope['params'] {
  return unread.length === 0
    ? params
    : Object.fromEntries(Object.entries(params).filter(([id]) => !unread.includes(id)));
}

/** The earlier sources by whose answers an operation is asked. */
export function awaitedBy(source: LinkedSource): readonly string[] {
  if (source.kind !== 'operation') return [];
  return Object.values(source.params)
    .flatMap((given) => (isTemplate(given) ? given.$text : []))
    .flatMap((part) => (typeof part !== 'string' && part.path[0] === 'data' ? (part.path[1] ?? []) : []));
}

/** These sources and those that are made of their rows. */
export function withThoseOver(sources: LinkedScreen['data'], ids: readonly string[]): readonly string[] {
  const found = new Set(ids);
  // Each stands after the one whose rows it reads.
  for (const source of Object.values(sources))
    if (source.kind === 'sql' && [source.groups?.from, source.over].some((id) => id && found.has(id)))
      found.add(source.id);
  return [...found];
}

/** It has nothing to ask by until they are there. */
function waitsFor(source: LinkedSource, { data }: Scope): boolean {
  return awaitedBy(source).some((id) => data[id] === undefined);
}

/** An opening that nobody waited for any more answers nothing: who does wait asks by itself. */
function unlessTakenBack(thrown: unknown): null {
  if (isAbort(thrown)) return null;
  throw thrown;
}

function queryInput(
  screen: LinkedScreen,
  source: LinkedSource,
  request: object,
  dataset: string | null,
  newerThan: string | null,
): QueryInput {
  return {
    screen: screen.id,
    source: source.id,
    params: request as { readonly [id: string]: unknown },
    ...(dataset ? { dataset } : {}),
    ...(newerThan === null ? {} : { newer_than: newerThan }),
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
