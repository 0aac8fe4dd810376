import { useMemo, useState } from 'react';
import { Grid } from '#src/blocks/grid/grid.tsx';
import { link } from '#src/blocks/grid/link.ts';
import type {
  LinkedAction,
  LinkedBlock,
  LinkedScreen,
  LinkedSource,
  LinkedTemplate,
  ManifestEntry,
} from '#src/core/linked.ts';
import type { Scope } from '#src/core/scope.ts';
import type { Row } from '#src/core/values.ts';
import type { BlockProps, SourceView } from '#src/render/block-props.ts';
import { type ApiPort, PortsProvider } from '#src/render/ports.tsx';
import { officeAnswer, officeCodes, officeEntity, officeLook, officeSave, officeSource } from './office.ts';
import { answer, fields } from './rows.ts';

const source: LinkedSource = { kind: 'sql', id: 'rows', fields, rowKey: 'id' };

/** The page that rows lead to. */
const tree: ManifestEntry = {
  id: 'tree',
  route: '/tree/:id',
  alias: [],
  access: 'auth',
  hash: '',
  title: 'Tree',
  group: null,
  summary: null,
  params: [{ id: 'id', in: 'route', type: 'integer', entity: null }],
};

const toRecord: LinkedTemplate = { $text: ['/tree/', { path: ['row', 'id'] }], over: 'row' };

/** The definition that the page draws; `plain` is the one measured, without links, tones and totals. */
export function gridBlock(plain: boolean, more: { readonly [property: string]: unknown } = {}): LinkedBlock {
  const columns = fields.map(({ id }) => {
    if (plain) return { id, width: 120 };
    if (id === 'name') return { id, link: toRecord };
    if (id === 'm2') return { id, on: [{ type: 'navigate', to: '/tree' }] };
    if (id === 'm1') return { id, tone: { $expr: 'm1', over: 'row', returns: 'text' } };
    return id === 'price' ? { id, total: 'sum' } : { id };
  });
  const block: LinkedBlock = {
    id: 'trees',
    type: 'grid',
    title: plain ? null : 'Trees',
    visibleWhen: null,
    data: 'rows',
    columns,
    rowKey: 'id',
    editing: 'rows',
    most: 5_000,
    transposed: [],
    freeze: plain ? 0 : 2,
    sort: [],
    group: [],
    groupable: false,
    foldGroups: true,
    export: true,
    select: plain ? 'none' : 'many',
    actions: plain
      ? []
      : [
          { id: 'edit', label: 'Edit', icon: 'edit', on: [{ type: 'navigate', to: '/edit' }] },
          { id: 'cut', label: 'Cut', on: [{ type: 'navigate', to: '/cut' }] },
        ],
    toolbar: plain
      ? []
      : [{ id: 'move', label: 'Move', needsSelection: true, on: [{ type: 'navigate', to: '/move' }] }],
    find: true,
    noun: 'trees',
    empty: 'No trees yet. Plant one.',
    height: 'fill',
    ...(plain ? {} : { smallSample: { id: 'height', below: 2 } }),
    ...more,
  };
  const linked = link(block, {
    source: more.groupable ? officeSource : source,
    fieldsOf: () => fields,
    entity: () => null,
    form: () => null,
    entityOfList: () => officeEntity,
    report: (finding) => {
      throw new Error(finding.message);
    },
    suggest: () => undefined,
    widgetFor: () => ({ type: 'text', options: {} }),
    useCodes: () => {},
    useValidator: () => '',
  });
  return linked;
}

function officeBlock(): LinkedBlock {
  return gridBlock(false, officeLook);
}

export const screen: LinkedScreen = {
  id: 'trees',
  format: 1,
  route: '/trees',
  alias: [],
  access: 'auth',
  title: 'Trees',
  needs: null,
  help: null,
  group: null,
  summary: null,
  dataset: false,
  params: [],
  data: { rows: source },
  codes: {},
  buttons: [],
  onOpen: [],
  blocks: [],
};

export const scope: Scope = {
  params: {},
  data: {},
  user: null,
  session: {
    baseYear: 2025,
    selectedBaseyear: 2025,
    selectedDistrict: null,
    exportedDistrict: null,
    company: 'Nursery',
    version: '1',
    parameters: {},
  },
  roles: [],
  perms: [],
  workDistricts: [],
  today: '2026-01-01',
};

const officeScreen = { ...screen, codes: officeCodes };
const officeScope = { ...scope, perms: ['treeU'] };

export interface HostLog {
  readonly saves: { readonly [field: string]: unknown }[];
  readonly acts: {
    readonly steps: readonly LinkedAction[];
    readonly row: Row | null;
    readonly form: unknown;
  }[];
  readonly exports: unknown[];
  readonly pages: number[];
}

const none = () => Promise.reject(new Error('No server is here.'));
/** The grid takes its cards of records from a server; this page has none. */
const api: ApiPort = { base: '/api', call: none, upload: none, file: none };

const stores = { memory: new Map<string, unknown>(), visit: new Map<string, unknown>() };

/** The block with ports of its own: holds its answers back while `held()` and fails while `failing()` says so. */
export function Host({
  plain,
  held,
  failing,
  log,
  office = false,
}: {
  plain: boolean;
  /** A few hundred rows with all that office pages have. */
  office?: boolean;
  held: () => boolean;
  failing: () => boolean;
  log: HostLog;
}) {
  const [url, setUrl] = useState<{ readonly [key: string]: string | undefined }>({});
  const [revision, setRevision] = useState('1');
  const [dirty, setDirty] = useState(false);
  const block = useMemo(() => (office ? officeBlock() : gridBlock(plain)), [plain, office]);
  const view = useMemo<SourceView>(
    () => ({
      id: 'rows',
      kind: office ? 'records' : 'sql',
      fields,
      rowKey: 'id',
      status: 'ready',
      failure: null,
      value: null,
      revision,
      retry: () => {},
      asking: () => ({}),
      page: async (request, signal) => {
        log.pages.push(request.offset);
        while (held()) await new Promise((done) => setTimeout(done, 20));
        signal?.throwIfAborted();
        if (failing()) {
          throw {
            status: 503,
            code: 'unavailable',
            message: 'The database is away.',
            reference: 'R-1',
            errors: [],
            details: {},
          };
        }
        return office ? officeAnswer(request) : answer(request);
      },
      export: async (format, request, columns) => {
        if (failing()) throw new Error('The file holds 10 rows where 12 were announced.');
        log.exports.push({ format, request, columns });
        return null;
      },
    }),
    [held, failing, log, office, revision],
  );
  const props: BlockProps = {
    block,
    screen: office ? officeScreen : screen,
    scope: office ? officeScope : scope,
    source: view,
    sources: { rows: view },
    evaluate: (_expression, extra) => (Number(extra?.row?.m1) < 30_000 ? 'bad' : 'none'),
    text: (text, extra) => {
      if (text === null || typeof text !== 'object') return String(text ?? '');
      return text.$text
        .map((part) => (typeof part === 'string' ? part : String(extra?.row?.[part.path[1] ?? ''])))
        .join('');
    },
    act: async (steps, extra) => {
      const [step] = steps;
      if (step?.type === 'refresh') {
        setRevision((known) => `${known}+`);
        return { done: true, value: null };
      }
      if (step?.type === 'call') {
        log.saves.push(extra?.body ?? {});
        return officeSave(extra?.row?.id, extra?.body ?? {});
      }
      log.acts.push({ steps, row: extra?.row ?? null, form: extra?.form ?? null });
      return { done: true, value: null };
    },
    renderBlock: () => null,
    url: {
      get: (key) => url[key],
      set: (key, value) =>
        setUrl((known) => ({ ...known, [key]: typeof value === 'function' ? value(known[key]) : value })),
    },
    memory: { get: (key) => stores.memory.get(key), set: (key, value) => stores.memory.set(key, value) },
    visit: { get: (key) => stores.visit.get(key), set: (key, value) => stores.visit.set(key, value) },
    setDirty,
  };
  return (
    <div data-dirty={dirty} style={{ display: 'contents' }}>
      <PortsProvider api={api} manifest={[tree]}>
        <Grid {...props} />
      </PortsProvider>
    </div>
  );
}
