// What a hand-written page hands to the grid and the chart: constants where the engine has a definition.
import type { LinkedBlock, LinkedScreen, LinkedSource } from '#src/core/linked.ts';
import { resolveText } from '#src/core/resolve/resolve-value.ts';
import type { PageRequest, RowPage } from '#src/core/rows.ts';
import { rowsOf } from '#src/core/rows.ts';
import type { Scope } from '#src/core/scope.ts';
import type { BlockProps, SourceView } from '#src/render/block-props.ts';
import { send } from './calls.ts';

declare global {
  /** The blocks' properties of the screens that are drawn, as a programmer would have written them down. */
  var constants: { readonly [screen: string]: LinkedScreen };
}

const nothing = { get: () => undefined, set: () => {} };

export const scope: Scope = {
  params: {},
  data: {},
  user: null,
  session: {
    baseYear: 2025,
    selectedBaseyear: 2025,
    selectedDistrict: null,
    exportedDistrict: null,
    company: '',
    version: '',
    parameters: {},
  },
  roles: [],
  perms: [],
  workDistricts: [],
  today: '2026-01-01',
};

export function propsOf(
  screen: LinkedScreen,
  block: LinkedBlock,
  source: SourceView,
  own: Scope = scope,
): BlockProps {
  return {
    block,
    screen,
    scope: own,
    source,
    sources: {},
    evaluate: () => null,
    text: (text, extra) => resolveText(text, { ...own, ...extra }),
    act: async () => ({ done: true, value: null }),
    renderBlock: () => null,
    url: nothing,
    memory: nothing,
    visit: nothing,
    setDirty: () => {},
  };
}

export async function runPage(
  screen: string,
  source: string,
  params: object,
  request: PageRequest,
): Promise<RowPage> {
  return (await send('POST', '/query', { screen, source, params, ...request })) as RowPage;
}

export function sourceOf(
  screen: LinkedScreen,
  linked: LinkedSource,
  params: object,
  whole: RowPage | null,
): SourceView {
  return {
    id: linked.id,
    kind: linked.kind,
    fields: linked.fields,
    rowKey: linked.kind === 'operation' ? null : linked.rowKey,
    status: 'ready',
    failure: null,
    value: whole ? rowsOf(whole) : undefined,
    page: (request) => runPage(screen.id, linked.id, params, request),
    revision: JSON.stringify(params),
    retry: () => {},
    asking: () => ({}),
    export: async () => null,
  };
}
