import { plainTitle } from '#src/core/page-address.ts';
import type { OperationAnswer } from '#src/generated/operations.ts';
import { visibleScreen } from '../../definitions/manifest.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { databaseFault } from '../../reports/fault.ts';
import { scopeOf } from '../document/paper-server.ts';
import { identitiesOf, type Side } from './identities.ts';
import { type Asked, type Figure, figuresOf, isOfRegion, regionOf } from './source-figures.ts';

type Item = OperationAnswer['report.reconcile']['items'][number];

interface Run {
  readonly figures: readonly Figure[];
  readonly ms: number;
}

const sourceOf = ({ page, source, given }: Side) => JSON.stringify([page, source, given]);

/** As a figure is told; the difference is of what it is. */
const told = (figure: number | null) => (figure === null ? null : Math.round(figure * 100) / 100);

/** Figures that come to less than this apart are the same: sums of shares round in their last place. */
const apart = 1e-6;

export const handler: OperationHandler<'report.reconcile'> = async ({ query, context, ...call }) => {
  const caller = signedIn(call);
  const { district = 'all' } = query;
  const place = district === '' ? 'all' : district;
  const region = await regionOf(place, context);
  const screenOf = ({ page }: Side) =>
    visibleScreen(context.definitions.current(), page, caller)?.screen ?? null;
  const isAsked = (side: Side) => region !== null || !isOfRegion(side, caller, context);
  const identities = identitiesOf(query.identities).filter(
    ({ optional, left, right }) =>
      (!optional || (screenOf(left) && screenOf(right))) && isAsked(left) && isAsked(right),
  );
  const asked: Asked = {
    district: place,
    region,
    year: query.year,
    caller,
    scope: await scopeOf(caller, context),
  };
  const sides = new Map<string, Side[]>();
  for (const side of identities.flatMap(({ left, right }) => [left, right])) {
    const ofSource = sides.get(sourceOf(side)) ?? [];
    if (!ofSource.some((known) => JSON.stringify(known) === JSON.stringify(side))) ofSource.push(side);
    sides.set(sourceOf(side), ofSource);
  }
  // A source that several identities ask is run once; the time is that of the run.
  const runs = new Map<string, Promise<Run>>();
  const runOf = (side: Side): Promise<Run> => {
    const key = sourceOf(side);
    const begun = performance.now();
    const run =
      runs.get(key) ??
      figuresOf(sides.get(key) ?? [], asked, context).then((figures) => ({
        figures,
        ms: performance.now() - begun,
      }));
    runs.set(key, run);
    return run;
  };
  const ask = async (side: Side) => {
    const { figures, ms } = await runOf(side);
    const place = (sides.get(sourceOf(side)) ?? []).findIndex(
      (known) => JSON.stringify(known) === JSON.stringify(side),
    );
    const figure = figures[place] ?? null;
    if (figure instanceof Problem) throw figure;
    return { figure, ms };
  };
  const titleOf = (side: Side) => {
    const screen = screenOf(side);
    return screen ? plainTitle(screen.title) : side.page;
  };
  const items: Item[] = [];
  const work = async () => {
    for (const [key, { title, left, right }] of identities.entries()) {
      const titles = { left_title: titleOf(left), right_title: titleOf(right) };
      const row = { key, identity: title, left_page: left.page, right_page: right.page, ...titles };
      try {
        const [a, b] = [await ask(left), await ask(right)];
        const difference = a.figure === null || b.figure === null ? null : a.figure - b.figure;
        items.push({
          ...row,
          left: told(a.figure),
          right: told(b.figure),
          difference: difference !== null && Math.abs(difference) < apart ? 0 : difference,
          seconds: Math.round(a.ms + b.ms) / 1000,
          problem: null,
        });
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
