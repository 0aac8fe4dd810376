// What each measure of each report is, once more and by another hand: from the rows behind the figure, in TypeScript.
import { percentile, studyOf } from '#tests/reports/second-implementation.ts';

/** The rows that one operand of a figure stands for. */
export interface Behind {
  /** Its measure in each row that has one. */
  readonly values: readonly number[];
  /** Its rows in all groups of the report. */
  readonly everywhere: readonly number[];
  readonly count: number;
}

/** The figure from its operands, in the order in which the query's expression names them; null for no figure. */
export type Way = (...operands: readonly Behind[]) => number | null;

const some = (f: (values: readonly number[]) => number): Way =>
  ((behind) => (behind && behind.values.length > 0 ? f(behind.values) : null)) as Way;

const total = (values: readonly number[]) => values.reduce((so, value) => so + value, 0);
const mean = (values: readonly number[]) => total(values) / values.length;

/** What one aggregate alone says. */
export const aggregates: { readonly [how: string]: Way } = {
  count: ((behind) => behind?.count ?? null) as Way,
  sum: ((behind) => total(behind?.values ?? [])) as Way,
  avg: some(mean),
  min: some((values) => values.reduce((a, b) => Math.min(a, b))),
  max: some((values) => values.reduce((a, b) => Math.max(a, b))),
};

const at = (share: number) => some((values) => percentile(values, share));
const median = at(0.5);

const change: Way = (now, before) => {
  const [one, other] = [now && median(now), before && median(before)];
  return one === null || one === undefined || !other ? null : one / other - 1;
};

const quartiles = {
  minimum: at(0),
  q1: at(0.25),
  median,
  q3: at(0.75),
  maximum: at(1),
  prior_median: median,
  change,
};

/** What the sums of two measures come to, one against the other. */
const sumChange: Way = (now, before) =>
  now && before && total(before.values) > 0 ? total(now.values) / total(before.values) - 1 : null;

const profile = {
  total_change: sumChange,
  lower_v1: quartiles.q1,
  median_v1: median,
  upper_v1: quartiles.q3,
  median_land_rate: median,
};

const movement = {
  paired_change: sumChange,
  movement: 'tests/reports/media-release.test.ts',
  middle_v0: median,
  middle_v1: median,
  middle_change: change,
  typical_change: median,
};

/** A statistic of pairs of a value and a price, whose two measures stand in the same order of rows. */
const ofStudy =
  (name: string): Way =>
  (v, s) => {
    const pairs = (v?.values ?? []).map((value, i) => ({ v: value, s: s?.values[i] ?? Number.NaN }));
    // Of one pair there is a median, and nothing that it could be held against.
    if (pairs.length === 1 && name !== 'n' && name !== 'median') return null;
    const said = pairs.length === 0 ? null : studyOf(pairs)[name];
    return typeof said === 'number' ? said : null;
  };

const studied = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, ofStudy(name)]));

/** Those that fit, of all that have the measure. */
const partOf: Way = (those, all) =>
  those && all && all.values.length > 0 ? those.count / all.values.length : null;

const shareOf: Way = (those, all) => (those && all ? those.count / all.count : null);

const meansApart: Way = (analysed, rest) =>
  analysed && rest && analysed.values.length > 0 && rest.values.length > 0
    ? Math.abs(mean(analysed.values) - mean(rest.values))
    : null;

/** A level study: the statistics of its pairs, and the factor that they imply. */
const nobody: Behind = { values: [], everywhere: [], count: 0 };
const level = {
  ...studied(['median', 'weighted_mean', 'cod', 'prd', 'prb']),
  n: ((v) => v?.values.length ?? 0) as Way,
  mvp: ((v, s) => {
    const found = ofStudy('mean')(v ?? nobody, s ?? nobody);
    return found === null ? null : 100 * found;
  }) as Way,
  n_implied: 'tests/reports/level.test.ts',
  implied_factor: median,
  implied_low: 'tests/reports/level.test.ts',
  implied_high: 'tests/reports/level.test.ts',
  judged_cod: 'tests/reports/level.test.ts',
  judged_limit: 'tests/reports/level.test.ts',
  implied_difference: 'tests/reports/level.test.ts',
};

const levelValues = {
  sums_change: ((now, before) =>
    now && before && before.values.length > 0 ? total(now.values) / total(before.values) - 1 : null) as Way,
  coavc: meansApart,
};

/** Measures that are more than one aggregate, by screen and source. A text names the test that holds them instead. */
export const ways: { readonly [source: string]: { readonly [column: string]: Way | string } } = {
  'report/compavgchg rows': {
    median_change: median,
    factor_change: 'tests/reports/component-change.test.ts',
    difference: 'tests/reports/component-change.test.ts',
  },
  'report/compdatatab rows': { typical_v1: median, primary_finding: 'tests/reports/component-data.test.ts' },
  'report/compmktmove rows': Object.fromEntries(
    [
      'market_monthly',
      'market_low',
      'market_high',
      'market_annual',
      'market_gap',
      'r_squared',
      'agrees',
      'enough',
    ]
      .concat('months_covered', 'factor_move')
      .map((id) => [id, 'tests/reports/market-movement.test.ts']),
  ),
  'report/compmktmove quarters': { quarter_rate: median, quarter_level: median },
  'report/distdetl rows': profile,
  'report/distdetl districts': profile,
  'report/mediarel rows': movement,
  'report/mediarel whole': movement,
  'report/propsbyrisk rows': {
    share: ((behind) => (behind ? behind.count / behind.everywhere.length : null)) as Way,
    verified_share: (verified, all) => (verified && all ? verified.count / all.count : null),
  },
  'report/mediansales rows': quartiles,
  'report/mediansalesz rows': quartiles,
  'report/monthsales rows': { median_price: median, median_rate: median, prior_median: median, change },
  'report/rateexpt components': {
    low_rate: at(0.05),
    q1_rate: at(0.25),
    middle_rate: median,
    q3_rate: at(0.75),
    high_rate: at(0.95),
  },
  'report/distfinal improvements': { line_rate: median },
  'report/saleprex rows': { component_median: median },
  'report/salesratio coavc': {
    coavc: meansApart,
  },
  'report/salesratio places': {
    median,
    gi: 'tests/reports/equity.test.ts',
    chance: 'tests/reports/equity.test.ts',
    near_sales: 'tests/reports/equity.test.ts',
  },
  'report/verifybyrisk rows': { in_cycle_share: partOf, behind: 'tests/reports/verification.test.ts' },
  'report/verifybydist rows': {
    in_cycle_share: partOf,
    behind: 'tests/reports/verification.test.ts',
    forecast: 'tests/reports/verification.test.ts',
  },
  'report/verifybyarea rows': {
    in_cycle_share: partOf,
    behind: 'tests/reports/verification.test.ts',
    forecast: 'tests/reports/verification.test.ts',
  },
  'report/verifycomps/dist heat': { verified_share: shareOf },
  'report/verifycomps/regn heat': { verified_share: shareOf },
  'report/verifycomps/dist rows': { in_cycle_share: partOf },
  'report/verifycomps/regn rows': { in_cycle_share: partOf },
  'report/compcorr rows': Object.fromEntries(
    ['correlation', 'r_squared', 'slope', 'slope_low', 'slope_high', 'fit_flags'].map((column) => [
      column,
      'tests/reports/components.test.ts',
    ]),
  ),
  'report/statsumm rows': level,
  'report/statcomp rows': level,
  'report/avmcheck rows': level,
  'report/statsumm values': levelValues,
  'report/statcomp values': levelValues,
  'report/salequartile rows': {
    n: ofStudy('n'),
    median_ratio: ofStudy('median'),
    minimum_ratio: ofStudy('minimum'),
    q1_ratio: ofStudy('q1'),
    q3_ratio: ofStudy('q3'),
    maximum_ratio: ofStudy('maximum'),
    ...studied(['median_low', 'median_high', 'cod', 'prd']),
  },
};

/** Statistics of the whole study, whose rows lie several steps below: held against the second implementation. */
export const heldElsewhere: { readonly [source: string]: string } = {
  // What is indexed is missing, not 0, where no LGA of the class is.
  'report/regionalindex rows': 'tests/reports/regional-index.test.ts',
  'report/salesratio study': 'tests/reports/known-answers-ratio.test.ts',
};
