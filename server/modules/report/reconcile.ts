import { plainTitle } from '#src/core/page-address.ts';
import type { Scope } from '#src/core/scope.ts';
import type { OperationAnswer } from '#src/generated/operations.ts';
import { type Caller, whoOf } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { knownColumn, quoted } from '../../database/json-page.ts';
import { visibleScreen } from '../../definitions/manifest.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import type { ParamValues } from '../../reports/bind-params.ts';
import { inForce } from '../../reports/document/gather.ts';
import { databaseFault } from '../../reports/fault.ts';
import { openSource } from '../../reports/row-source.ts';
import { scopeOf } from '../document/paper-server.ts';

interface Side {
  readonly page: string;
  /** What is asked otherwise than the report by itself. */
  readonly given: ParamValues;
  readonly source: string;
  /** Added up; # counts the rows. */
  readonly column: string;
}

interface Identity {
  readonly title: string;
  /** Left out for whom a page of it is not. */
  readonly optional: boolean;
  readonly left: Side;
  readonly right: Side;
}

const most = 40;

function typed(value: string): string | number | boolean {
  return value === 'true' || value === 'false'
    ? value === 'true'
    : /^\d+$/.test(value)
      ? Number(value)
      : value;
}

function sideOf(text: string): Side {
  const [, page, name, value, source, column] =
    /^([a-z0-9/-]+)(?:\?([a-z_]+):(\w+))?\.([a-zA-Z0-9_]+)\.([a-z0-9_]+|#)$/.exec(text.trim()) ?? [];
  if (!page || !source || !column)
    throw new Problem('invalid-request', `"${text.trim().slice(0, 80)}" is no page.source.column.`);
  return { page, given: name && value ? { [name]: typed(value) } : {}, source, column };
}

/**
 * Lines `title: side = side`; more than two sides are as many identities with the first. Those of `title?:` are only for people
 * who may see every page of them.
 */
export function identitiesOf(text: string): readonly Identity[] {
  const lines = text.split(';').filter((line) => line.trim() !== '');
  const identities = lines.flatMap((line) => {
    const at = line.indexOf(':');
    const [left, ...rights] = line
      .slice(at + 1)
      .split('=')
      .map(sideOf);
    if (at < 1 || !left || rights.length === 0)
      throw new Problem('invalid-request', `"${line.trim().slice(0, 80)}" is no identity of two sides.`);
    const named = line.slice(0, at).trim();
    const optional = named.endsWith('?');
    const title = optional ? named.slice(0, -1) : named;
    return rights.map((right) => ({ title, optional, left, right }));
  });
  if (identities.length > most)
    throw new Problem(
      'invalid-request',
      `${identities.length} identities are asked for, and ${most} are the most.`,
    );
  return identities;
}

type Asked = {
  readonly district: string;
  readonly year: number | undefined;
  readonly caller: Caller;
  readonly scope: Scope;
};

/** The figure of one side, with the filters that the report has by itself. */
async function figureOf(
  { page, given, source, column }: Side,
  { district, year, caller, scope }: Asked,
  context: Context,
) {
  const screen = visibleScreen(context.definitions.current(), page, caller)?.screen;
  if (!screen) throw new Problem('not-found', `There is no page "${page}", or you may not see it.`);
  // A hub has its district beside the address, a report in it.
  const places = screen.params.filter((param) => param.entity === 'district');
  const place = places.find((param) => param.in === 'route') ?? places[0];
  const years = screen.params.find((param) => param.format === 'baseYear');
  const asked = {
    ...(place ? { [place.id]: district } : {}),
    ...(years && year !== undefined ? { [years.id]: year } : {}),
  };
  const params = inForce(screen, { ...asked, ...given }, scope);
  const rows = await openSource({ screen: page, source, params }, caller, context);
  const figure =
    column === '#'
      ? 'count(*)'
      : `coalesce(sum(${quoted(knownColumn(rows.columns, column, '?identities').id)}), 0)`;
  const [answer] = await context.database.read(
    whoOf(caller),
    { dataset: rows.dataset, timeoutMs: 30_000 },
    async (client) =>
      (
        await client.query<{ figure: number }>(
          `select (${figure})::float8 as figure from (${rows.text}\n) q`,
          rows.values,
        )
      ).rows,
  );
  return answer?.figure ?? null;
}

type Item = OperationAnswer['report.reconcile']['items'][number];

export const handler: OperationHandler<'report.reconcile'> = async ({ query, context, ...call }) => {
  const caller = signedIn(call);
  const { district = 'all' } = query;
  const isSeen = ({ page }: Side) => visibleScreen(context.definitions.current(), page, caller) !== null;
  const identities = identitiesOf(query.identities).filter(
    ({ optional, left, right }) => !optional || (isSeen(left) && isSeen(right)),
  );
  const asked: Asked = {
    district: district === '' ? 'all' : district,
    year: query.year,
    caller,
    scope: await scopeOf(caller, context),
  };
  const items: Item[] = [];
  // A side that several identities have is asked once; the time is that of the asking.
  const known = new Map<string, Promise<{ readonly figure: number | null; readonly ms: number }>>();
  const ask = (side: Side) => {
    const key = JSON.stringify(side);
    const begun = performance.now();
    const found =
      known.get(key) ??
      figureOf(side, asked, context).then((figure) => ({ figure, ms: performance.now() - begun }));
    known.set(key, found);
    return found;
  };
  const titleOf = ({ page }: Side) => {
    const screen = visibleScreen(context.definitions.current(), page, caller)?.screen;
    return screen ? plainTitle(screen.title) : page;
  };
  const work = async () => {
    for (const [key, { title, left, right }] of identities.entries()) {
      const named = { left_title: titleOf(left), right_title: titleOf(right) };
      const row = { key, identity: title, left_page: left.page, right_page: right.page, ...named };
      try {
        const [a, b] = [await ask(left), await ask(right)];
        const difference = a.figure === null || b.figure === null ? null : a.figure - b.figure;
        const seconds = Math.round(a.ms + b.ms) / 1000;
        items.push({ ...row, left: a.figure, right: b.figure, difference, seconds, problem: null });
      } catch (error) {
        const fault = databaseFault(error, { screen: left.page, source: left.source }, caller, context.log);
        // A district that is not the reader's refuses the whole, and so does what is no fault of a report.
        if (!(fault instanceof Problem) || fault.status >= 500) throw fault;
        items.push({ ...row, left: null, right: null, difference: null, seconds: 0, problem: fault.message });
      }
    }
    return { items };
  };
  return context.reportTurns.run(caller.id, work);
};
