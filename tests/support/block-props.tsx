// What a block needs to be drawn in a test: a screen around it and a spine that writes down what was asked of it.
import type { LinkedBlock, LinkedField, LinkedParam, LinkedScreen, ManifestEntry } from '#src/core/linked.ts';
import { resolveText } from '#src/core/resolve/resolve-value.ts';
import type { Scope } from '#src/core/scope.ts';
import type { ValueType } from '#src/core/values.ts';
import type { BlockProps, SourceView } from '#src/render/block-props.ts';

export function testField(id: string, type: ValueType, more: Partial<LinkedField> = {}): LinkedField {
  const format = type === 'list' || type === 'json' ? 'text' : type;
  return {
    id,
    title: id,
    type,
    format,
    unit: null,
    codes: null,
    list: null,
    description: null,
    unitField: null,
    ...more,
  };
}

export function testParam(id: string, more: Partial<LinkedParam> = {}): LinkedParam {
  return {
    id,
    in: 'query',
    title: id,
    type: 'text',
    format: 'text',
    many: false,
    codes: null,
    list: null,
    entity: null,
    widget: { type: 'text', options: {} },
    default: null,
    required: false,
    help: null,
    ...more,
  };
}

export function testSource(more: Partial<SourceView> = {}): SourceView {
  return {
    id: 'rows',
    kind: 'sql',
    fields: [],
    rowKey: null,
    status: 'ready',
    failure: null,
    value: [],
    page: () => Promise.reject(new Error('This source has no pages.')),
    revision: '1',
    retry: () => {},
    asking: () => ({}),
    export: () => Promise.resolve(null),
    ...more,
  };
}

/** A page that the reader may open. */
export function testPage(route: string, more: Partial<ManifestEntry> = {}): ManifestEntry {
  return {
    id: route,
    route,
    alias: [],
    access: 'auth',
    hash: 'h',
    title: route,
    group: null,
    summary: null,
    params: [],
    ...more,
  };
}

export const testScope: Scope = {
  params: {},
  data: {},
  user: { id: 1, username: 'ann', full_name: 'Ann Reader' },
  session: {
    baseYear: 2022,
    selectedBaseyear: 2022,
    selectedDistrict: null,
    exportedDistrict: null,
    company: 'Library',
    version: '1',
    parameters: {},
  },
  roles: [],
  perms: [],
  workDistricts: [],
  today: '2022-07-01',
};

export function testScreen(more: Partial<LinkedScreen> = {}): LinkedScreen {
  return {
    id: 'test',
    format: 1,
    route: '/test',
    alias: [],
    access: 'auth',
    title: 'Test',
    needs: null,
    help: null,
    group: null,
    summary: null,
    dataset: false,
    params: [],
    data: {},
    codes: {},
    buttons: [],
    onOpen: [],
    blocks: [],
    ...more,
  };
}

export function testBlock(type: string, more: object = {}): LinkedBlock {
  return { id: 'part', type, title: null, visibleWhen: null, data: null, ...more };
}

/** Props for a block; `asked` collects what it asked of the spine. */
export function testProps(
  block: LinkedBlock,
  more: Partial<BlockProps> = {},
): BlockProps & { readonly asked: readonly unknown[] } {
  const asked: unknown[] = [];
  const store = new Map<string, unknown>();
  const address = new Map<string, string>();
  const keep = {
    get: (key: string) => store.get(key),
    set: (key: string, value: unknown) => void store.set(key, value),
  };
  const scope = more.scope ?? testScope;
  return {
    block,
    screen: testScreen(),
    scope,
    source: null,
    sources: {},
    evaluate: () => null,
    text: (text, extra) => resolveText(text, { ...scope, ...extra }),
    act: async (steps, extra) => {
      asked.push(['act', steps, extra]);
      return { done: true, value: null };
    },
    renderBlock: (inner) => <p key={inner.id}>{`block ${inner.id}`}</p>,
    url: {
      get: (key) => address.get(key),
      set: (key, change) => {
        const value = typeof change === 'function' ? change(address.get(key)) : change;
        asked.push(['url', key, value]);
        if (value === undefined) address.delete(key);
        else address.set(key, value);
      },
    },
    memory: keep,
    visit: keep,
    setDirty: (dirty) => void asked.push(['dirty', dirty]),
    ...more,
    asked,
  };
}
