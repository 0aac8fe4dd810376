// Longer than the habit: the one place where the grid's model, its keys, its saving and its parts meet.
import '@blueprintjs/table/lib/css/table.css';
import './grid.css';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { BlockProps, SourceView } from '#src/render/block-props.ts';
import { asFailure } from '#src/render/failure.ts';
import { useMayOpen } from '#src/render/link-rule.ts';
import { useRecordHref } from '#src/render/record-page.ts';
import { countSelected, everything, nothing } from '#src/render/selection.ts';
import { ErrorCard, Skeleton } from '#src/render/states.tsx';
import { isLinkedGrid, type LinkedGrid } from './definition.ts';
import { emptyText } from './filtering.ts';
import { GridFooter } from './grid-footer.tsx';
import { canShowAll, GridFrame } from './grid-frame.tsx';
import type { GridModel } from './grid-model.ts';
import { GridNotices } from './grid-notices.tsx';
import { GridToolbar } from './grid-toolbar.tsx';
import type { GroupChoice } from './group-chooser.tsx';
import { printGroup } from './grouping.ts';
import { AcrossGrid, RowMenu, SelectionBar, UnsavedBar, ViewBar } from './late-parts.tsx';
import type { ColumnChoice } from './layout.ts';
import { ListLabels } from './list-labels.tsx';
import { pageOfRows, rowsOfAnswer } from './local-rows.ts';
import type { Notice } from './notice.ts';
import { comparesRows, opensRows } from './open-rows.ts';
import { PrintTable } from './print-table.tsx';
import type { RowMenuPlace } from './row-menu.tsx';
import { saidBy } from './said-columns.ts';
import { isSavedId } from './saved-views.ts';
import { isTransposed } from './transposed.ts';
import { useChosen } from './use-chosen.ts';
import { useColumnMenu } from './use-column-menu.tsx';
import { useExport } from './use-export.ts';
import { useFittedWidths, useLayout } from './use-fitted-widths.ts';
import { useGridIntents } from './use-grid-intents.ts';
import { useGridModel } from './use-grid-model.ts';
import { useHiding } from './use-hidden-rows.ts';
import { useQuery } from './use-query.ts';
import { useResultLinks } from './use-result-links.ts';
import { useRowViews } from './use-row-views.ts';
import { type SavedViews, useSavedViews } from './use-saved-views.ts';
import { useColumnChoice } from './use-view.ts';
import { isViewChanged } from './view-changed.ts';

/** Rows of a source as a table. */
export function Grid(props: BlockProps) {
  const { block, source } = props;
  if (!isLinkedGrid(block))
    return <ErrorCard message={`Grid "${block.id}" was not linked. Check its definition.`} />;
  if (!source) return <ErrorCard message={`Grid "${block.id}" has no data source.`} />;
  if (block.columnsFrom)
    return (
      <AcrossGrid {...props} block={block} source={source} across={block.columnsFrom} Inner={SourceGrid} />
    );
  if (source.kind === 'operation') return <AnswerGrid {...props} block={block} source={source} />;
  return <SourceGrid {...props} block={block} source={source} />;
}

type SourceGridProps = BlockProps & { readonly block: LinkedGrid; readonly source: SourceView };

/** Its headings stand there until the answer is here. */
const toCome = new Promise<never>(() => undefined);

/** An operation's answer is here as a whole: the grid pages through it without asking again. */
function AnswerGrid(props: SourceGridProps) {
  const { source } = props;
  const versions = useRef({ value: source.value, count: 0 });
  if (versions.current.value !== source.value) {
    versions.current = { value: source.value, count: versions.current.count + 1 };
  }
  if (source.status === 'failed') return <ErrorCard failure={source.failure} onRetry={source.retry} />;
  const rows = source.status === 'ready' ? rowsOfAnswer(source.value) : null;
  const local: SourceView = {
    ...source,
    whole: true,
    revision: `${source.revision}#${versions.current.count} ${rows !== null}`,
    page: async (request) => (rows ? pageOfRows(rows, source.fields, request) : toCome),
  };
  return <SourceGrid {...props} source={local} />;
}

/** The buttons of the toolbar that this person has. */
function shownActions({ block, evaluate }: SourceGridProps): LinkedGrid['toolbar'] {
  return block.toolbar.filter(
    ({ visibleWhen }) => visibleWhen === undefined || evaluate(visibleWhen) === true,
  );
}

/** Labels of the reference lists that columns name. */
function useLists({ columns }: LinkedGrid) {
  const [lists, setLists] = useState<ReadonlyMap<string, ReadonlyMap<string, string>>>(new Map());
  const listNames = [
    ...new Set(columns.flatMap(({ field }) => (field.list && !field.codes ? [field.list] : []))),
  ];
  const onLabels = useCallback(
    (list: string, labels: ReadonlyMap<string, string>) =>
      setLists((known) => new Map(known).set(list, labels)),
    [],
  );
  return { lists, listNames, onLabels };
}

/** By what rows are grouped; null where they are not, and cannot be. */
function groupChoice(
  { columns, group, groupable }: LinkedGrid,
  own: readonly string[],
  url: BlockProps['url'],
  onFold: (open: boolean) => void,
): GroupChoice | null {
  if (!groupable && group.length === 0) return null;
  const onGroup = (next: readonly string[]) => url.set('group', printGroup(next, own));
  return { columns, group, onGroup: groupable ? onGroup : null, onFold };
}

/** Folds groups, all at once. */
function folding(model: GridModel, remember: () => void) {
  return (open: boolean) => {
    model.fold(open ? everything : nothing);
    remember();
  };
}

function isEditable({ columns, editing }: LinkedGrid): boolean {
  return editing === 'sheet' || columns.some(({ edit }) => edit !== null);
}

/** Whether there is a view to choose, or to say something of. */
function hasViews({ views, lost = [] }: LinkedGrid, { items }: SavedViews, url: BlockProps['url']): boolean {
  return (
    views.length + items.length > (views.length === 0 ? 0 : 1) ||
    lost.length > 0 ||
    isSavedId(url.get('view'))
  );
}

/** A view that the address names is waited for: its columns would else come under the reader's eyes. */
function SourceGrid(props: SourceGridProps) {
  const { block, screen, source, url } = props;
  const views = useSavedViews(screen.id, block, block.savesViews && source.kind !== 'operation');
  return views.waited && isSavedId(url.get('view')) ? (
    <Skeleton lines={8} />
  ) : (
    <ShownGrid {...props} saved={views} />
  );
}

function ShownGrid(given: SourceGridProps & { readonly saved: SavedViews }) {
  const [said, setSaid] = useState('');
  const { block, usual, ownGroup, ownFilter } = useChosen(given, given.saved, said);
  const props = { ...given, block };
  const { source, url, memory } = props;
  // Rows outlive a render: what they call is always the present render's.
  const latest = useRef(props);
  latest.current = props;
  const section = useRef<HTMLElement>(null);

  const [choice, setChoice] = useColumnChoice(block, memory);
  const { lists, listNames, onLabels } = useLists(block);
  const [notice, setNotice] = useState<Notice | null>(null);
  const [whole, setWhole] = useState(false);
  const [menu, setMenu] = useState<RowMenuPlace | null>(null);

  const { query, asked, onSort, own, hidden } = useQuery(props, usual);
  const { sort, find, totals, filter = [] } = query;
  const { layout, away, setFit } = useLayout(block, choice);
  const hasTotals = Object.keys(totals).length > 0;
  const narrowed = own.length > 0 ? 'filters' : filter.length > 0 ? 'hidden' : null;
  const empty = emptyText(block.empty, find, narrowed);
  const mayOpen = useMayOpen();
  const inResult = useResultLinks(props, { ...query, filter: own });
  const hrefOf = useRecordHref();
  const views = useRowViews(block, props, lists, latest, mayOpen, inResult);
  const shown = { latest, query: asked, layout, views };
  const { model, window, start, remember, onScrollEnd } = useGridModel(shown);

  useEffect(() => setSaid((before) => saidBy(window, block) ?? before));
  useFittedWidths({ block, choice, setFit, section, window, views });

  const choose = (next: ColumnChoice, keep = true) => setChoice(next, keep);

  const { saved } = given;
  const ofView = { ownGroup, ownFilter };
  const changed = isViewChanged(block, ofView, choice, sort);
  const view = { props, saved, choice, choose, sort, changed, setNotice };
  const columnMenu = useColumnMenu({
    block,
    ...ofView,
    url,
    source,
    window,
    views,
    layout,
    sort,
    query,
    choice,
    choose,
    section,
  });
  const intents = useGridIntents({
    latest,
    model,
    inResult,
    hrefOf,
    choice,
    choose,
    onSort,
    remember,
    setNotice,
    openMenu: setMenu,
    openColumnMenu: columnMenu.open,
  });

  const total = window.total ?? 0;
  const exports = useExport({ latest, query, choice, selection: model.selection, setNotice });
  const selected = countSelected(model.selection, total);
  const onOpen = opensRows(block, props.screen, hrefOf) ? intents.openSelected : null;
  const compares = comparesRows(block, props.screen, hrefOf, mayOpen);
  const failure = window.failure === null ? null : asFailure(window.failure);

  const actions = shownActions(props);
  const hiding = useHiding(hidden, model, props, remember, setNotice);
  const title = props.text(block.title);
  return (
    <section ref={section} className="cad-grid" data-height={block.height} aria-label={title || undefined}>
      {listNames.map((list) => (
        <ListLabels key={list} list={list} onLabels={onLabels} />
      ))}
      {title ? <h2 className="cad-grid-name">{title}</h2> : null}
      <GridToolbar
        views={changed || hasViews(block, saved, url) ? <ViewBar {...view} /> : null}
        find={block.find ? find : null}
        onFind={(text) => url.set('find', text === '' ? undefined : text)}
        columns={block.columns}
        choice={choice}
        away={away}
        onChoice={choose}
        actions={actions}
        selected={selected}
        onAction={intents.toolbar}
        onSelection={block.select === 'many' ? intents.tick : null}
        onOpen={onOpen}
        hiding={hiding}
        groups={groupChoice(block, ownGroup, url, folding(model, remember))}
        onExport={exports.onExport}
        exporting={exports.exporting}
        onCopy={intents.copySelected}
      />
      {columnMenu.filters}
      {isEditable(block) ? (
        <UnsavedBar latest={latest} model={model} intents={intents.grid} setNotice={setNotice} />
      ) : null}
      <GridNotices
        notice={notice}
        failure={window.answered ? failure : null}
        onClose={() => setNotice(null)}
        onRetry={() => window.retry()}
      />
      <GridFrame
        props={props}
        model={model}
        label={title || props.text(props.screen.title) || block.id}
        hasTotals={hasTotals}
        sort={sort}
        find={find}
        whole={whole}
        narrowed={narrowed}
        failure={failure}
        start={start}
        intents={intents.grid}
        onScrollEnd={onScrollEnd}
      />
      {block.select === 'many' && selected > 0 ? (
        <SelectionBar
          selected={selected}
          total={window.total}
          noun={block.noun}
          onSelection={intents.tick}
          onCopy={intents.copySelected}
          hiding={hiding}
          onOpen={onOpen}
          onTabs={onOpen && intents.openTabs}
          onShare={onOpen && intents.shareSelected}
          onExport={exports.onExportTicked}
          exporting={exports.exporting}
          actions={actions}
          onAction={intents.toolbar}
          onCompare={compares === null ? null : () => intents.compareSelected(compares)}
        />
      ) : null}
      {menu ? (
        <RowMenu
          place={menu}
          onAct={(action) => intents.grid.act(menu.row, action)}
          onClose={() => {
            setMenu(null);
            section.current?.querySelector<HTMLElement>('[role="grid"]')?.focus({ preventScroll: true });
          }}
        />
      ) : null}
      {columnMenu.menu}
      {isTransposed(block, model.count) ? null : <PrintTable model={model} block={block} empty={empty} />}
      <GridFooter
        model={model}
        block={block}
        window={window}
        selected={selected}
        query={query}
        whole={whole}
        onWhole={canShowAll(block, model.count) ? () => setWhole(!whole) : null}
        hiding={hiding}
      />
    </section>
  );
}
