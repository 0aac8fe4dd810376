// What stands above the blocks of a page: title, the way through a result, chips, actions, filters and their faults.
import { type ReactNode, type RefObject, Suspense, useReducer } from 'react';
import type { LinkedButton, LinkedScreen } from '#src/core/linked.ts';
import type { RowPage } from '#src/core/rows.ts';
import type { Scope } from '#src/core/scope.ts';
import type { AddressBar } from './address-bar.ts';
import type { BlockProps } from './block-props.ts';
import { chipsOf, printedOf } from './chips.ts';
import { hasFilters, saysFilters } from './filters.ts';
import { lazyPart, loadPart } from './load-part.ts';
import type { makeDocument as MakeDocument } from './make-document.ts';
import { PageHead } from './page-head.tsx';
import { useWorkspace } from './ports.tsx';
import { PrintLine } from './print-line.tsx';
import { resultOf } from './result-place.ts';
import { useChipEditor } from './use-chip-editor.tsx';
import type { LiveSources } from './with-sources.tsx';

export interface ScreenHeadProps {
  readonly screen: LinkedScreen;
  readonly title: string;
  readonly buttons: readonly {
    readonly button: LinkedButton;
    readonly label: string;
    readonly enabled: boolean;
  }[];
  readonly scope: Scope;
  readonly live: LiveSources;
  readonly bar: AddressBar;
  /** The values that parameters have where the address says nothing. */
  readonly standards: { readonly [id: string]: unknown };
  readonly dataset: RowPage['dataset'] | null;
  /** When the server made the rows that are shown; null where it made none. */
  readonly runAt: string | null;
  /** The full name of who looks at the page. */
  readonly by: string | null;
  readonly page: RefObject<HTMLElement | null>;
  readonly change: (values: { readonly [id: string]: unknown }) => void;
  readonly refresh: (sources: readonly string[]) => void;
  readonly act: BlockProps['act'];
}

// Most pages open with their filters folded.
const FilterBar = lazyPart(async () => (await import('./filter-bar.tsx')).FilterBar);
const ResultSteps = lazyPart(async () => (await import('./result-steps.tsx')).ResultSteps);
const FilterFaults = lazyPart(async () => (await import('./filter-faults.tsx')).FilterFaults);

const makeDocument: typeof MakeDocument = async (...asked) =>
  (await loadPart(() => import('./make-document.ts'))).makeDocument(...asked);

export function ScreenHead({
  screen,
  title,
  buttons,
  scope,
  live,
  bar,
  standards,
  dataset,
  runAt,
  by,
  page,
  change,
  refresh,
  act,
}: ScreenHeadProps) {
  const workspace = useWorkspace();
  const [filtersOpen, toggleFilters] = useReducer((open: boolean) => !open, false);
  const editing = useChipEditor(page, screen, live, scope.params, change);
  return (
    <>
      <PageHead
        title={title}
        steps={stepsOf(screen, scope, bar.query)}
        chips={chipsOf(screen, scope, standards, live)}
        {...editing}
        runAt={Object.values(screen.data).some(({ kind }) => kind === 'sql') ? runAt : null}
        onRun={() => refresh([])}
        filters={hasFilters(screen) ? { open: filtersOpen, toggle: toggleFilters } : null}
        otherData={otherData(bar.query, dataset, workspace.dataset)}
        onWorkingData={() => bar.setText('dataset', undefined)}
        buttons={buttons}
        onButton={(button) => void act(button.on)}
        onDocument={
          screen.paper ? (to) => makeDocument(screen, scope.params, bar.query, dataset, act, to) : null
        }
      />
      <PrintLine chips={printedOf(screen, scope, live)} dataset={dataset} runAt={runAt} by={by} />
      {filtersOpen ? (
        <Suspense fallback={null}>
          <FilterBar
            screen={screen}
            sources={live}
            values={scope.params}
            onChange={(id, value) => change({ [id]: value })}
          />
        </Suspense>
      ) : null}
      {saysFilters(screen, bar.query) ? (
        <Suspense fallback={null}>
          <FilterFaults
            screen={screen}
            sources={live}
            query={bar.query}
            onClear={(param, wrong) => {
              const rest = (bar.query[param.id] ?? []).filter((text) => text !== '' && !wrong.includes(text));
              if (rest.length === 0) bar.setText(param.id, undefined);
              else bar.setParams(screen.params, { [param.id]: rest }, standards);
            }}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** The data that the address names and that the person does not work with. */
function otherData(query: AddressBar['query'], shown: RowPage['dataset'] | null, working: string | null) {
  return query.dataset === undefined || shown === working ? null : shown;
}

/** The way through the result that led to a record's page, where its address names one. */
function stepsOf(screen: LinkedScreen, scope: Scope, query: AddressBar['query']): ReactNode {
  const place = screen.record === undefined ? null : resultOf(query);
  const id = scope.params[screen.params.find((param) => param.in === 'route')?.id ?? ''];
  if (screen.record === undefined || place === null || typeof id !== 'number') return null;
  return (
    <Suspense fallback={null}>
      <ResultSteps list={screen.record} id={id} place={place} />
    </Suspense>
  );
}
