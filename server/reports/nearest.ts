// From filters with which a report is empty to the nearest with which it has rows, by counting.
import type { LinkedParam, LinkedScreen } from '#src/core/linked.ts';
import { isExpression } from '#src/core/linked.ts';
import { type Caller, whoOf } from '../access/caller.ts';
import type { ParamValues } from './bind-params.ts';
import { readParams } from './bind-params.ts';
import { type Dataset, type DataThere, dataThere, type Kind } from './dataset.ts';
import { type Ask, openSource, readerOf, screenOf } from './row-source.ts';
import type { ReportServer } from './served.ts';

/** Filters that differ from those in force, and the rows that they find. */
export interface Offer {
  readonly params: ParamValues;
  /** Null where the data set stays. */
  readonly dataset: Kind | null;
  readonly rows: number;
}

type Step = Omit<Offer, 'rows'>;

const mostOffers = 3;
const mostCounts = 60;
const mostYears = 4;
/** Of one count; and of all together, for somebody waits. */
const countMs = 2_000;
const wholeMs = 6_000;

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

function isFilter(param: LinkedParam): boolean {
  return param.in === 'query' && param.widget.type !== 'none';
}

/** A filter that can be left out altogether; one that is so by itself has its default. */
function without(params: readonly LinkedParam[], given: ParamValues): readonly ParamValues[] {
  return params.flatMap((param) => {
    const standard = isExpression(param.default) ? undefined : (param.default ?? null);
    const value = given[param.id];
    if (!isFilter(param) || param.required || isEmpty(value) || standard === undefined) return [];
    return JSON.stringify(value) === JSON.stringify(standard) ? [] : [{ [param.id]: standard }];
  });
}

function otherYears(params: readonly LinkedParam[], given: ParamValues, years: readonly number[]) {
  return params
    .filter((param) => isFilter(param) && param.format === 'baseYear' && !param.many)
    .flatMap((param) =>
      years
        .filter((year) => year !== given[param.id])
        .slice(0, mostYears)
        .map((year): ParamValues => ({ [param.id]: year })),
    );
}

/** The other codes of a filter that always has one. */
function otherCodes(screen: LinkedScreen, given: ParamValues): readonly ParamValues[] {
  return screen.params
    .filter((param) => isFilter(param) && !param.many && param.codes !== null && !isEmpty(given[param.id]))
    .flatMap((param) =>
      (screen.codes[param.codes ?? ''] ?? [])
        .filter(({ code, active }) => active !== false && code !== given[param.id])
        .map(({ code }): ParamValues => ({ [param.id]: code })),
    );
}

function allDistricts(params: readonly LinkedParam[], given: ParamValues): readonly ParamValues[] {
  const place = params.find(({ in: at, entity }) => at === 'route' && entity === 'district');
  return place && given[place.id] !== 'all' ? [{ [place.id]: 'all' }] : [];
}

/** All of them in the order in which they are tried: one change, two, all districts, everything anew, the other data. */
export function nearestSteps(
  screen: LinkedScreen,
  given: ParamValues,
  dataset: Dataset,
  there: DataThere,
): readonly Step[] {
  const years = (kind: Dataset) => (kind === 'both' ? [...there.years.real] : there.years[kind]);
  const left = without(screen.params, given);
  const none: ParamValues = Object.assign({}, ...left);
  const lessOfAll = left.length > 1 ? [none] : [];
  const changed = [
    ...left,
    ...otherYears(screen.params, given, years(dataset)),
    ...otherCodes(screen, given),
  ];
  const byCode = otherCodes(screen, given).flatMap((code) =>
    otherYears(screen.params, given, years(dataset)).map((year) => ({ ...year, ...code })),
  );
  const wide = allDistricts(screen.params, given);
  const here = [
    ...changed,
    ...lessOfAll,
    ...byCode,
    ...wide,
    ...wide.flatMap((all) => changed.map((one) => ({ ...none, ...one, ...all }))),
  ].map((params): Step => ({ params, dataset: null }));
  const other = there.kinds.find((kind) => screen.dataset && dataset !== 'both' && kind !== dataset);
  if (!other) return here;
  const elsewhere = [{}, ...lessOfAll, ...otherYears(screen.params, given, years(other)), ...wide];
  return [...here, ...elsewhere.map((params): Step => ({ params, dataset: other }))];
}

async function countRows(ask: Ask, caller: Caller, context: ReportServer): Promise<number> {
  const opened = await openSource(ask, caller, context);
  const { values, dataset } = opened;
  // A grouped source shows its groups.
  const text = opened.base ? opened.base.over(opened.text) : opened.text;
  const { rows } = await context.database.read(
    whoOf(caller),
    { dataset, timeoutMs: countMs, replica: true },
    (client) => client.query<{ n: number }>(`select count(*)::integer as n from (${text}\n) q`, [...values]),
  );
  return rows[0]?.n ?? 0;
}

/** Nothing is offered twice for one reason: of a filter's years the first with rows is the nearest. */
function isSettled({ params, dataset }: Step, found: readonly Step[]): boolean {
  const named = (step: Step) => `${step.dataset} ${Object.keys(step.params).sort().join()}`;
  return found.some(
    (one) =>
      named(one) === named({ params, dataset }) ||
      (one.dataset === dataset &&
        Object.keys(one.params).length > 0 &&
        Object.keys(one.params).every((id) => Object.hasOwn(params, id))),
  );
}

export async function nearestFilters(
  ask: Ask,
  signedIn: Caller,
  context: ReportServer,
): Promise<readonly Offer[]> {
  const caller = readerOf(ask, signedIn, context);
  const { dataset } = await openSource(ask, caller, context);
  const screen = screenOf(ask, caller, context);
  const source = screen?.data[ask.source] ?? null;
  // Totals without keys are one row always.
  if (!screen || source?.kind !== 'sql' || source.groups?.by.length === 0) return [];
  const given = readParams(screen, ask.params ?? {});
  const there = await dataThere(caller, context.database, context.now());
  return context.reportTurns.run(signedIn.id, async () => {
    const found: Offer[] = [];
    const until = performance.now() + wholeMs;
    let counted = 0;
    for (const step of nearestSteps(screen, given, dataset, there)) {
      if (found.length >= mostOffers || counted >= mostCounts || performance.now() > until) break;
      // The other data come last, and stand alone: whoever has rows here is not led away.
      if ((step.dataset !== null && found.length > 0) || isSettled(step, found)) continue;
      counted += 1;
      const params = { ...given, ...step.params };
      const wanted = { ...ask, params, dataset: step.dataset ?? dataset };
      // What cannot be counted in time is not offered.
      const rows = await countRows(wanted, caller, context).catch(() => 0);
      if (rows > 0) found.push({ ...step, rows });
    }
    return found;
  });
}
