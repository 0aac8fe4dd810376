import { evaluateExpression } from '#src/core/expressions/evaluate.ts';
import { formatValue } from '#src/core/format.ts';
import { isExpression, type LinkedParam, type LinkedScreen, listOf } from '#src/core/linked.ts';
import type { PaperElement } from '#src/core/paper.ts';
import type { Scope } from '#src/core/scope.ts';
import type { Caller } from '../../access/caller.ts';
import { visibleScreen } from '../../definitions/manifest.ts';
import { Problem } from '../../problem.ts';
import { type ParamValues, readParams } from '../bind-params.ts';
import type { Ask } from '../row-source.ts';
import { collect, type PaperServer, refuseEmpty } from './collect.ts';
import { TooManyPages } from './flow.ts';
import { layOut } from './layout.ts';
import { paperOf } from './page.ts';
import { writePdf } from './write-pdf.ts';

export interface DocumentAsk {
  readonly screen: string;
  readonly params?: ParamValues;
  readonly dataset?: NonNullable<Ask['dataset']>;
}

export interface MadeDocument {
  readonly bytes: Buffer;
  readonly pages: number;
}

/** Defaults that the page would fill in are filled in here. */
function inForce(screen: LinkedScreen, given: ParamValues, scope: Scope): ParamValues {
  const sent = { ...given };
  for (const { id, default: value } of screen.params)
    if (!Object.hasOwn(sent, id) && isExpression(value)) sent[id] = evaluateExpression(value, scope) ?? null;
  return readParams(screen, sent);
}

async function paramLine(screen: LinkedScreen, params: ParamValues, server: PaperServer): Promise<string> {
  const said: string[] = [];
  for (const param of screen.params) {
    const value = params[param.id];
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
      continue;
    said.push(`${param.title}: ${await written(param, value, screen, server)}`);
  }
  return said.join(' · ');
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

/** A screen as a PDF: the same inputs and rows give the same bytes but for the moment of the run. */
export async function makeDocument(
  ask: DocumentAsk,
  caller: Caller,
  scope: Scope,
  server: PaperServer,
): Promise<MadeDocument> {
  const screen = visibleScreen(server.definitions.current(), ask.screen, caller)?.screen;
  if (!screen) throw new Problem('not-found');
  if (!screen.paper) throw new Problem('refused', 'This page is not made for paper.');
  const at = server.now();
  const params = inForce(screen, ask.params ?? {}, scope);
  const own: Scope = { ...scope, params };
  const drawn = { ...ask, source: '', params, scope: own };
  const { title, elements: body } = await collect(screen, drawn, caller, server);
  refuseEmpty(body);
  const line = await paramLine(screen, params, server);
  const elements: PaperElement[] = [
    { kind: 'heading', level: 1, text: title },
    ...(line === '' ? [] : [{ kind: 'paragraph', runs: [{ text: line, bold: false }] } as const]),
    ...(screen.paper.contents ? [{ kind: 'contents' } as const] : []),
    ...body,
  ];
  const paper = paperOf(screen.paper.orientation);
  const laid = await layOut({ paper, elements, mostPages: screen.paper.pages }).catch((error: unknown) => {
    if (!(error instanceof TooManyPages)) throw error;
    throw new Problem('refused', `${error.message} Narrow the filters, or export the rows as CSV or XLSX.`);
  });
  const { company } = scope.session;
  const bytes = await writePdf(laid, paper, {
    title,
    author: company,
    above: [title, line.length > 140 ? `${line.slice(0, 139)}…` : line],
    below: `${company} · ${formatValue('datetime', at.toISOString())} · ${caller.full_name}`,
    at,
  });
  return { bytes, pages: laid.pages };
}
