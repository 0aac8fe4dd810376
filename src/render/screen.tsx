// The spine: one definition, one scope, its sources alive, its blocks drawn. Longer than the habit: it gives every part
// what it may ask, and there is one such place.

import {
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { LinkedAction, LinkedBlock, LinkedExpression, LinkedScreen } from '#src/core/linked.ts';
import { defaultOf, parseParams } from '#src/core/params.ts';
import { resolveBlocks } from '#src/core/resolve/resolve-screen.ts';
import { type Evaluate, resolveText, resolveValue } from '#src/core/resolve/resolve-value.ts';
import type { RowPage } from '#src/core/rows.ts';
import type { Scope } from '#src/core/scope.ts';
import { type AddressBar, useAddressBar } from './address-bar.ts';
import type { ActExtra, BlockProps } from './block-props.ts';
import { BlockSlot } from './block-slot.tsx';
import { Dialog, type OpenDialog } from './dialog.tsx';
import { type DispatchContext, runPlan } from './dispatch.ts';
import { isMissing } from './failure.ts';
import { HeadSlot } from './head-slot.ts';
import { useMayOpen } from './link-rule.ts';
import { lazyPart } from './load-part.ts';
import { useMemoryOf, useVisitOf } from './memory.ts';
import { useApi, useAppPorts, useRegistries, useWorkspace } from './ports.tsx';
import type { ScreenHeadProps } from './screen-head.tsx';
import { PageSelections, SelectionsOfPage } from './shared-selection.ts';
import { withThoseOver } from './sources.ts';
import { ErrorCard, Skeleton } from './states.tsx';
import { TodayProvider } from './today.ts';
import { useChange } from './use-change.ts';
import { useEvaluate } from './use-evaluate.ts';
import { useResolved } from './use-resolved.ts';
import { useTakes } from './use-takes.ts';
import { type LiveSources, WithSources } from './with-sources.tsx';
import './screen.css';

export interface ScreenProps {
  readonly screen: LinkedScreen;
  readonly routeParams: { readonly [id: string]: string };
  /** Everything of the scope but params and data. */
  readonly base: Omit<Scope, 'params' | 'data'>;
  /** Key of the history entry, so that Back finds the page as it was. */
  readonly visit: string;
  readonly onTitle: (title: string) => void;
  readonly setDirty: (dirty: boolean) => void;
}

const LaterHead = lazyPart(async () => (await import('./screen-head.tsx')).ScreenHead);

export function Screen(props: ScreenProps): ReactNode {
  const evaluate = useEvaluate(props.screen);
  if (!evaluate)
    return (
      <div className="cad-screen">
        <Skeleton />
      </div>
    );
  return (
    <TodayProvider value={props.base.today}>
      <ScreenWithScope {...props} evaluate={evaluate} />
    </TodayProvider>
  );
}

function ScreenWithScope(props: ScreenProps & { readonly evaluate: Evaluate }): ReactNode {
  const { screen, routeParams, base, evaluate } = props;
  const patterns = useMemo(() => [screen.route, ...screen.alias], [screen]);
  const bar = useAddressBar(screen.params, patterns);
  const [run, setRun] = useState<Pick<RowPage, 'dataset' | 'run_at'> | null>(null);
  const { dataset: working } = useWorkspace();
  const wanted = bar.query.dataset?.[0] ?? working;
  const scope = useMemo<Scope>(() => {
    const empty: Scope = { ...base, params: {}, data: {} };
    return {
      ...empty,
      params: parseParams(screen.params, routeParams, bar.query, empty, evaluate, screen.codes),
    };
  }, [screen, routeParams, bar.query, base, evaluate]);
  const resolve = useCallback(
    (value: unknown, over: Scope) => resolveValue(value, over, evaluate),
    [evaluate],
  );
  const onPage = useCallback(
    ({ dataset, run_at }: RowPage) =>
      setRun((known) =>
        known?.dataset === dataset && known.run_at === run_at ? known : { dataset, run_at },
      ),
    [],
  );
  return (
    <WithSources
      screen={screen}
      sources={Object.values(screen.data)}
      live={{}}
      scope={scope}
      resolve={resolve}
      onPage={onPage}
      dataset={screen.dataset ? wanted : null}
    >
      {(live, full) => (
        <ScreenBody
          {...props}
          live={live}
          scope={full}
          bar={bar}
          resolve={resolve}
          dataset={screen.dataset ? (run?.dataset ?? null) : null}
          runAt={run?.run_at ?? null}
        />
      )}
    </WithSources>
  );
}

interface BodyProps extends ScreenProps {
  readonly evaluate: Evaluate;
  readonly live: LiveSources;
  readonly scope: Scope;
  readonly bar: AddressBar;
  readonly resolve: (value: unknown, scope: Scope) => unknown;
  readonly dataset: RowPage['dataset'] | null;
  /** When the server made the rows that are shown. */
  readonly runAt: string | null;
}

function ScreenBody({
  screen,
  scope,
  live,
  evaluate,
  resolve,
  bar,
  dataset,
  runAt,
  base,
  visit,
  onTitle,
  setDirty,
}: BodyProps) {
  const registries = useRegistries();
  const api = useApi();
  const app = useAppPorts();
  const mayOpen = useMayOpen();
  const memoryOf = useMemoryOf(base.user?.id ?? null, screen.id);
  const visitOf = useVisitOf(visit);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const resolved = useResolved(screen, scope, evaluate);
  useEffect(() => onTitle(resolved.title), [onTitle, resolved.title]);

  const standards = useMemo(
    () => Object.fromEntries(screen.params.map((param) => [param.id, defaultOf(param, scope, evaluate)])),
    [screen, scope, evaluate],
  );
  const change = useChange(screen, scope, bar, standards);
  const [selections] = useState(() => new PageSelections());
  const page = useRef<HTMLDivElement>(null);
  useOpening(page);
  // Handlers read what is current when an event happens, so they need not change with every answer.
  const now = useRef({ scope, live });
  now.current = { scope, live };
  const refresh = useCallback(
    (sources: readonly string[]) => {
      const ids = sources.length > 0 ? withThoseOver(screen.data, sources) : Object.keys(now.current.live);
      for (const id of ids) now.current.live[id]?.refresh();
    },
    [screen],
  );
  const context = useMemo<DispatchContext>(
    () => ({
      registries,
      api,
      app,
      scope: () => now.current.scope,
      resolve,
      refresh,
      setParams: change,
      mayOpen,
      openDialog: setDialog,
      closeDialog: () => setDialog(null),
    }),
    [registries, api, app, resolve, refresh, change, mayOpen],
  );
  useTakes(screen, context);
  const act = useCallback(
    (steps: readonly LinkedAction[], extra: ActExtra = {}) => runPlan(context, steps, extra),
    [context],
  );
  // Blocks of a dialog have the row and the answer that opened it, in their scope and in what they start.
  const opener = dialog?.row ?? null;
  const answer = dialog?.answer;
  const given = useMemo(
    () => ({ ...(opener ? { row: opener } : {}), ...(answer === undefined ? {} : { answer }) }),
    [opener, answer],
  );
  const dialogScope = useMemo<Scope>(() => ({ ...scope, ...given }), [scope, given]);
  const actInDialog = useCallback<BlockProps['act']>(
    (steps, extra = {}) => runPlan(context, steps, { ...given, ...extra }),
    [context, given],
  );
  const dirtyDialog = useRef(false);
  const setDialogDirty = useCallback(
    (dirty: boolean) => {
      dirtyDialog.current = dirty;
      setDirty(dirty);
    },
    [setDirty],
  );
  const opened = useRef<LinkedScreen | null>(null);
  useEffect(() => {
    if (opened.current === screen) return;
    opened.current = screen;
    if (screen.onOpen.length > 0) void runPlan(context, screen.onOpen, {});
  }, [screen, context]);

  const drawIn =
    (over: Scope, within: Pick<BlockProps, 'act' | 'setDirty'>) =>
    (block: LinkedBlock): ReactNode => {
      const props: BlockProps = {
        block,
        screen,
        scope: over,
        source: block.data === null ? null : (live[block.data] ?? null),
        sources: live,
        evaluate: (expression: LinkedExpression, extra) => evaluate(expression, { ...over, ...extra }),
        text: (text, extra) => resolveText(text, { ...over, ...extra }),
        renderBlock: drawIn(over, within),
        url: {
          get: (key) => bar.query[`${block.id}.${key}`]?.[0],
          set: (key, value) => bar.setText(`${block.id}.${key}`, value),
        },
        memory: memoryOf(block.id),
        visit: visitOf(block.id),
        ...within,
      };
      return <BlockSlot key={block.id} block={block} props={props} />;
    };
  const renderBlock = drawIn(scope, { act, setDirty });

  // What the whole page is about is not there: empty tables below it would say something else.
  const missing = Object.values(live).find((view) => isMissing(view.kind, view.failure))?.failure;
  return (
    <SelectionsOfPage value={selections}>
      <div ref={page} className="cad-screen" data-screen={screen.id} data-opening="">
        <Head
          screen={screen}
          title={resolved.title}
          buttons={resolved.buttons}
          scope={scope}
          live={live}
          bar={bar}
          standards={standards}
          dataset={dataset}
          runAt={runAt}
          by={base.user?.full_name ?? null}
          page={page}
          change={change}
          refresh={refresh}
          act={act}
        />
        {missing ? (
          <ErrorCard title="There is nothing at this address" failure={missing} onRetry={undefined} />
        ) : (
          resolved.blocks.map(renderBlock)
        )}
        {dialog ? (
          <Dialog
            closing="button"
            title={dialog.title}
            mayClose={async () =>
              !dirtyDialog.current ||
              app.confirm({
                title: 'Unsaved changes',
                text: 'What you typed in this dialog is not saved. Close it?',
                confirm: 'Close without saving',
                intent: 'danger',
              })
            }
            onClose={() => setDialog(null)}
          >
            {resolveBlocks(dialog.blocks, dialogScope, evaluate, mayOpen).map(
              drawIn(dialogScope, { act: actInDialog, setDirty: setDialogDirty }),
            )}
          </Dialog>
        ) : null}
      </div>
    </SelectionsOfPage>
  );
}

/** Until all that a page opens with stands, what lies below a part of unknown height waits for it and does not move. */
function useOpening(page: RefObject<HTMLDivElement | null>): void {
  useEffect(() => {
    const element = page.current;
    if (!element) return;
    const look = () => {
      if (element.querySelector('.cad-skeleton')) return;
      observer.disconnect();
      delete element.dataset.opening;
    };
    const observer = new MutationObserver(look);
    observer.observe(element, { childList: true, subtree: true });
    look();
    return () => observer.disconnect();
  }, [page]);
}

/** What stands above the blocks. A page that has its title alone there, as a sign-in, waits for no code of the rest. */
function Head(props: ScreenHeadProps) {
  const given = useContext(HeadSlot);
  const { screen, title } = props;
  const plain = (
    <div className="cad-page-head">
      <h1>{title}</h1>
    </div>
  );
  if (!given && screen.buttons.length === 0 && screen.params.every((param) => param.in === 'fragment'))
    return plain;
  const Drawn = given ?? LaterHead;
  // Its chips will make it higher.
  const first = (
    <div className="cad-page-head" data-first="">
      <h1>{title}</h1>
    </div>
  );
  return (
    <Suspense fallback={first}>
      <Drawn {...props} />
    </Suspense>
  );
}
