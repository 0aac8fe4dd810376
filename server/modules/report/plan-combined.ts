// Reports × districts as the parts of one document, for whoever may see all of them.
import type { LinkedScreen } from '#src/core/linked.ts';
import { plainTitle } from '#src/core/page-address.ts';
import type { Caller } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { visibleScreen } from '../../definitions/manifest.ts';
import { Problem, type Rejection } from '../../problem.ts';
import { type ParamValues, readParams } from '../../reports/bind-params.ts';
import { districtsOf } from '../../reports/districts.ts';
import type { ManyAsk, Part } from '../../reports/document/gather-many.ts';
import type { CombinedAsk } from './combined-ask.ts';

/** Reports, and districts, of one document. */
const most = 20;

function tooMany(what: string, ticked: number): string | null {
  if (ticked > most) return `${ticked} ${what} are ticked, and ${most} are the most. Make several documents.`;
  return ticked === 0 ? `No ${what} are ticked. Tick one at least.` : null;
}

function refuse(errors: readonly (Rejection | null)[]): void {
  const found = errors.filter((error) => error !== null);
  if (found.length === 0) return;
  throw new Problem('refused', found.map(({ message }) => message).join(' '), { errors: found });
}

const rejection = (pointer: string, message: string | null): Rejection | null =>
  message === null ? null : { pointer, message };

const quotedAll = (names: readonly string[]): string =>
  names.map((name) => `"${name.slice(0, 60)}"`).join(', ');

/** The report, and the parameter of its address that is the district; null where it is none or is not the caller's. */
function reportOf(id: string, caller: Caller, context: Context) {
  const screen = visibleScreen(context.definitions.current(), id, caller)?.screen;
  const district = screen?.params.find((param) => param.in === 'route' && param.entity === 'district');
  return screen?.group && screen.paper && district ? { screen, district: district.id } : null;
}

/** Those of the parameters that this report has, each as it takes it. */
function paramsFor(screen: LinkedScreen, given: ParamValues): ParamValues {
  // What was left empty is as the report has it by itself.
  const isGiven = (id: string) => Object.hasOwn(given, id) && given[id] !== null && given[id] !== '';
  const own = screen.params.filter(({ id, in: place }) => place !== 'route' && isGiven(id));
  const params = Object.fromEntries(own.map(({ id }) => [id, given[id]]));
  try {
    readParams(screen, params);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    throw new Problem('refused', `${plainTitle(screen.title)}: ${error.message}`, { cause: error });
  }
  return params;
}

/** Refuses, by name, what is too much, what is unknown, and what this caller may not see. */
export async function planCombined(ask: CombinedAsk, caller: Caller, context: Context): Promise<ManyAsk> {
  const { params = {}, dataset } = ask;
  const ids = [...new Set(ask.reports)];
  const districts = [...new Set(ask.districts)];
  refuse([
    rejection('/reports', tooMany('reports', ids.length)),
    rejection('/districts', tooMany('districts', districts.length)),
  ]);
  const reports = ids.map((id) => ({ id, found: reportOf(id, caller, context) }));
  const unknown = reports.filter(({ found }) => found === null).map(({ id }) => id);
  const mine = await districtsOf(caller, context.database, context.now());
  const foreign = districts.filter((code) => !mine.includes(code));
  refuse([
    rejection(
      '/reports',
      unknown.length === 0
        ? null
        : `No report by district that you may see: ${quotedAll(unknown)}. Untick what is named.`,
    ),
    rejection(
      '/districts',
      foreign.length === 0 ? null : `Unknown, or not a district of yours: ${quotedAll(foreign)}. Untick it.`,
    ),
  ]);
  const parts = reports.flatMap(({ found }): readonly Part[] => {
    if (!found) return [];
    const { screen, district } = found;
    const own = paramsFor(screen, params);
    return districts.map((code) => ({
      screen: screen.id,
      params: { ...own, [district]: code },
      ...(screen.dataset && dataset ? { dataset } : {}),
      sheets: `${code} ${plainTitle(screen.title)}`,
    }));
  });
  const of = (n: number, one: string) => `${n} ${n === 1 ? one : `${one}s`}`;
  return {
    title: `Combined report: ${of(ids.length, 'report')}, ${of(districts.length, 'district')}`,
    said: [{ title: 'Districts', value: districts.join(', ') }],
    parts,
  };
}
