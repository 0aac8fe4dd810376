// What a document holds before it has a form: its title, its parameters in words, its elements.
import { isDeepStrictEqual } from 'node:util';
import { evaluateExpression } from '#src/core/expressions/evaluate.ts';
import { formatValue } from '#src/core/format.ts';
import {
  isExpression,
  type LinkedPaper,
  type LinkedParam,
  type LinkedScreen,
  listOf,
} from '#src/core/linked.ts';
import type { PaperElement } from '#src/core/paper.ts';
import type { Scope } from '#src/core/scope.ts';
import type { Caller } from '../../access/caller.ts';
import { visibleScreen } from '../../definitions/manifest.ts';
import { Problem } from '../../problem.ts';
import { type ParamValues, readParams } from '../bind-params.ts';
import type { Ask } from '../row-source.ts';
import { collect, type PaperServer, refuseEmpty, type TableTexts } from './collect.ts';

export interface DocumentAsk {
  readonly screen: string;
  readonly params?: ParamValues;
  readonly dataset?: NonNullable<Ask['dataset']>;
  readonly tables?: TableTexts;
}

export interface Gathered {
  readonly title: string;
  readonly paper: LinkedPaper;
  /** The parameters that have a value, as a person writes it; one that is no filter of the page where it is not as usual. */
  readonly params: readonly { readonly title: string; readonly value: string }[];
  readonly elements: readonly PaperElement[];
  readonly company: string;
  readonly at: Date;
}

/** Defaults that the page would fill in are filled in here. */
export function inForce(screen: LinkedScreen, given: ParamValues, scope: Scope): ParamValues {
  const sent = { ...given };
  for (const { id, default: value } of screen.params)
    if (!Object.hasOwn(sent, id) && isExpression(value)) sent[id] = evaluateExpression(value, scope) ?? null;
  return readParams(screen, sent);
}

async function written(
  param: LinkedParam,
  value: unknown,
  screen: LinkedScreen,
  server: PaperServer,
): Promise<string> {
  if (param.entity === 'district' && value === 'all') return 'all';
  const name = param.list ?? (param.entity === 'district' ? listOf(param.widget) : null);
  const codes = param.codes ? (screen.codes[param.codes] ?? null) : name ? await server.list(name) : null;
  return formatValue(param.format, value, { codes });
}

async function writtenParams(
  screen: LinkedScreen,
  params: ParamValues,
  scope: Scope,
  server: PaperServer,
): Promise<Gathered['params']> {
  const usual = inForce(screen, {}, scope);
  const said = [];
  for (const param of screen.params) {
    // The number of a record stands in its title, as on the page.
    if (param.in === 'route' && param.entity === null) continue;
    const { id, in: place, widget } = param;
    if (screen.paper?.without.includes(`params.${id}`)) continue;
    if (place === 'query' && widget.type === 'none' && isDeepStrictEqual(params[id], usual[id])) continue;
    const value = params[param.id];
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
      continue;
    said.push({ title: param.title, value: await written(param, value, screen, server) });
  }
  return said;
}

/** How many rows the tables will have, asked before any of them is read; their runs are kept. */
export async function countRows(
  ask: DocumentAsk,
  caller: Caller,
  scope: Scope,
  server: PaperServer,
): Promise<{ readonly title: string; readonly paper: LinkedPaper; readonly rows: number }> {
  let rows = 0;
  const count = (n: number): void => {
    rows += n;
  };
  const { title, paper, elements } = await gather(ask, caller, scope, { ...server, count });
  for (const element of elements) if (element.kind === 'table') rows += element.rows.length;
  return { title, paper, rows };
}

/** All that the page shows to this reader with these parameters. */
export async function gather(
  ask: DocumentAsk,
  caller: Caller,
  scope: Scope,
  server: PaperServer,
): Promise<Gathered> {
  const screen = visibleScreen(server.definitions.current(), ask.screen, caller)?.screen;
  if (!screen) throw new Problem('not-found');
  if (!screen.paper) throw new Problem('refused', 'This page is not made for paper.');
  const at = server.now();
  const params = inForce(screen, ask.params ?? {}, scope);
  const drawn = { ...ask, source: '', params, scope: { ...scope, params } };
  const { title, elements } = await collect(screen, drawn, caller, server);
  refuseEmpty(elements);
  return {
    title,
    paper: screen.paper,
    params: await writtenParams(screen, params, scope, server),
    elements,
    company: scope.session.company,
    at,
  };
}
