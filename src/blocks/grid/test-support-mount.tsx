// A grid in a document without layout, for tests.
import { render } from '@testing-library/react';
import { SWRConfig } from 'swr';
import { beforeAll } from 'vitest';
import type {
  LinkedAction,
  LinkedBlock,
  LinkedScreen,
  LinkedSource,
  ManifestEntry,
} from '#src/core/linked.ts';
import { resolveText } from '#src/core/resolve/resolve-value.ts';
import type { Scope } from '#src/core/scope.ts';
import type { BlockProps, SourceView } from '#src/render/block-props.ts';
import { type ApiPort, PortsProvider, type Workspace } from '#src/render/ports.tsx';
import { testPage } from '#tests/support/block-props.tsx';
import { Grid } from './grid.tsx';
import { loadLateParts } from './late.tsx';
import { link } from './link.ts';
import { gridBlock, linkContext, treeFields, treePage } from './test-support.ts';

const refuse = () => Promise.reject(new Error('not called'));
export const deaf: ApiPort = { base: '', call: refuse, upload: refuse, file: refuse };

const screen: LinkedScreen = {
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
  data: {},
  codes: { treeKind: [{ code: 'b', label: 'Broadleaf' }] },
  onOpen: [],
  buttons: [],
  blocks: [],
};

const scope: Scope = {
  params: { year: 2024 },
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

export function source(more: Partial<SourceView>): SourceView {
  return {
    id: 'trees',
    kind: 'sql',
    fields: treeFields,
    rowKey: 'id',
    status: 'ready',
    failure: null,
    value: undefined,
    page: async (request) => treePage(request, 3),
    revision: '1',
    retry: () => {},
    asking: () => ({}),
    export: async () => null,
    ...more,
  };
}

export interface MountOptions {
  readonly perms?: readonly string[];
  /** What the address holds for the grid. */
  readonly url?: { readonly [key: string]: string };
  /** The source as the screen has it. */
  readonly listed?: LinkedSource;
  readonly data?: LinkedScreen['data'];
  readonly pages?: readonly ManifestEntry[];
  readonly workspace?: Workspace;
  /** What a call that the grid begins comes to. */
  readonly answer?: unknown;
}

// As for whoever has been at the table before.
beforeAll(loadLateParts);

const ownCache = { provider: () => new Map() };

/** A grid as a screen mounts it; what it asked and did is at hand. */
export function mount(
  more: { readonly [property: string]: unknown },
  view: SourceView | null,
  context = linkContext().context,
  sources: BlockProps['sources'] = {},
  api: ApiPort = deaf,
  {
    perms = [],
    url = {},
    listed,
    data = listed ? { trees: listed } : {},
    pages = [testPage('/tree/:id')],
    workspace,
    answer = null,
  }: MountOptions = {},
) {
  const urlTexts = new Map<string, string>(Object.entries(url));
  const memory = new Map<string, unknown>();
  const acts: {
    readonly steps: readonly LinkedAction[];
    readonly row: unknown;
    readonly form: unknown;
  }[] = [];
  const block: LinkedBlock = link(gridBlock(more), context);
  let given = view;
  const props = (): BlockProps => ({
    block,
    screen: { ...screen, data },
    scope: { ...scope, perms },
    source: given,
    sources,
    evaluate: () => null,
    text: (text) => resolveText(text, scope),
    act: async (steps, extra) => {
      acts.push({ steps, row: extra?.row, form: extra?.form });
      return { done: true, value: answer };
    },
    renderBlock: () => null,
    url: {
      get: (key) => urlTexts.get(key),
      set: (key, change) => {
        const value = typeof change === 'function' ? change(urlTexts.get(key)) : change;
        if (value === undefined) urlTexts.delete(key);
        else urlTexts.set(key, value);
        shown.rerender(drawn());
      },
    },
    memory: { get: (key) => memory.get(key), set: (key, value) => memory.set(key, value) },
    visit: { get: () => undefined, set: () => {} },
    setDirty: () => {},
  });
  const drawn = () => (
    <SWRConfig value={ownCache}>
      <PortsProvider api={api} manifest={pages} {...(workspace ? { workspace } : {})}>
        <Grid {...props()} />
      </PortsProvider>
    </SWRConfig>
  );
  const shown = render(drawn());
  const redraw = () => shown.rerender(drawn());
  /** What the source has come to. */
  const show = (next: SourceView) => {
    given = next;
    redraw();
  };
  return { urlTexts, memory, acts, redraw, show };
}
