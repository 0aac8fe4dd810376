// Tenures of the demo, with a planted case for each step and each refusal of a redetermination.
import { addDays } from './dates.ts';
import { type Random, randomOf } from './random.ts';
import type { PropertyRow } from './rows.ts';

type Row = { readonly [column: string]: string | number | boolean | null };

export interface TenureRows {
  readonly tenures: readonly Row[];
  readonly tenureLots: readonly Row[];
  readonly tenureUsages: readonly Row[];
  readonly tenureStructures: readonly Row[];
}

/** As migration 274 has them in tenure_rate, tenure_rebate and tenure_minimum. */
const types = [
  {
    type: 'Lease',
    subtype: 'Commercial',
    rate: 0.06,
    years: 5,
    usages: ['Caravan park', 'Kiosk'],
    valuation: 420_000,
  },
  {
    type: 'Licence',
    subtype: 'Waterfront',
    rate: 0.05,
    years: 3,
    usages: ['Jetty', 'Boatshed'],
    valuation: 38_000,
  },
  { type: 'Licence', subtype: 'Grazing', rate: 0.05, years: 3, usages: ['Grazing'], valuation: 26_000 },
  {
    type: 'Enclosure permit',
    subtype: 'Road',
    rate: 0.03,
    years: 3,
    usages: ['Grazing', 'Access'],
    valuation: 22_000,
  },
] as const;
const rebates = [
  ['Pensioner', 0.5],
  ['Community', 0.75],
  ['Hardship', 0.25],
] as const;
const minimum = (day: string) =>
  ({ 2022: 560, 2023: 585, 2024: 610, 2025: 630 })[
    Number(day.slice(0, 4)) - (day.slice(5) < '07-01' ? 1 : 0)
  ] ?? 650;
const families = [
  'Thornmere',
  'Aldercombe',
  'Marlbury',
  'Netherley',
  'Fairdale',
  'Calderton',
  'Winford',
  'Hartbourne',
];
const regions = ['Hunter', 'North Coast', 'North West'] as const;

export function makeTenures(
  total: number,
  placeOf: (i: number, of: number) => PropertyRow,
  today: string,
): TenureRows {
  const rows = {
    tenures: [] as Row[],
    tenureLots: [] as Row[],
    tenureUsages: [] as Row[],
    tenureStructures: [] as Row[],
  };
  for (let i = 0; i < total; i++) {
    const id = i + 1;
    const random = randomOf(520_000_000 + id);
    const kind = random.pick(types);
    rows.tenures.push(tenureOf(id, placeOf(i, total), kind, random, today));
    for (let posn = 1, lot = random.int(1, 400); posn <= (id % 4 === 0 ? 2 : 1); posn++, lot++)
      rows.tenureLots.push({
        tenure_id: id,
        posn,
        lot: String(lot),
        section: null,
        plan_type: 'DP',
        plan: String(random.int(720_000, 799_999)),
      });
    kind.usages.slice(0, random.int(1, 2)).forEach((usage, n) => {
      rows.tenureUsages.push({ tenure_id: id, posn: n + 1, usage });
    });
    if (kind.subtype === 'Waterfront' || kind.subtype === 'Commercial')
      rows.tenureStructures.push({
        tenure_id: id,
        posn: 1,
        structure: random.pick(['Jetty', 'Shed', 'Pontoon', 'Building']),
      });
  }
  return rows;
}

function tenureOf(
  id: number,
  place: PropertyRow,
  kind: (typeof types)[number],
  random: Random,
  today: string,
): Row {
  const [rebate, rebateShare] = id % 5 === 0 ? random.pick(rebates) : [null, 0];
  // Every tenth is of so little land that the minimum holds.
  const worth = id % 10 === 4 ? 4_000 : Math.round((kind.valuation * random.spread(0.5)) / 500) * 500;
  const valuation = id % 20 === 7 ? null : worth;
  const rentOf = (value: number, day: string) => {
    const gross = Math.round(value * kind.rate);
    const off = Math.round(gross * rebateShare);
    return { gross, off, least: minimum(day), rent: Math.max(gross - off, minimum(day)) };
  };
  // One in twelve each; the others wait for their review.
  const state = valuation === null ? 0 : id % 12;
  const reviewed = state >= 1 && state <= 5 ? addDays(today, -random.int(120, 150)) : null;
  const last = addDays(reviewed ?? today, -365 * kind.years - (reviewed ? 0 : random.int(-260, 60)));
  const before = rentOf(Math.round(worth * 0.82), last);
  const started = addDays(last, -365 * kind.years * random.int(1, 4));
  const next = addDays(last, 365 * kind.years);
  const noticed = reviewed !== null && state >= 2 ? addDays(today, state === 2 ? -10 : -90) : null;
  const objected = noticed !== null && state === 4 ? addDays(noticed, 14) : null;
  const accepted = noticed !== null && state === 5 ? addDays(noticed, 60) : null;
  const proposal = reviewed === null || valuation === null ? null : rentOf(valuation, reviewed);
  const review =
    reviewed === null ? null : `${Number(reviewed.slice(0, 4)) + kind.years}${reviewed.slice(4)}`;
  const suspended = state === 0 && id % 24 === 0;
  return {
    id,
    district_code: place.district_code,
    region: random.pick(regions),
    office: random.pick(['Maitland', 'Newcastle', 'Dubbo', 'Grafton']),
    lga: null,
    suburb: place.suburb,
    account_no: String(620_000 + id),
    holder: `${random.pick(['A', 'C', 'E', 'J', 'M', 'R', 'T'])} ${random.pick(families)}${id % 6 === 0 ? ' Pty Ltd' : ''}`,
    // No rate is known for this one.
    tenure_type: id % 40 === 11 ? 'Special lease' : kind.type,
    subtype: kind.subtype,
    gross_rent: accepted ? (proposal?.gross ?? null) : before.gross,
    net_rent: accepted ? (proposal?.rent ?? null) : before.rent,
    area: Math.round(random.int(200, 40_000) / 10) * 10,
    next_review: accepted ? review : next,
    last_review: accepted ? reviewed : last,
    redetermined_rent: accepted ? (proposal?.rent ?? null) : before.rent,
    prior_rent: accepted ? before.rent : Math.round(before.rent * 0.85),
    term: kind.type === 'Lease' ? '20 years' : 'At will',
    commenced_on: started,
    expires_on: kind.type === 'Lease' ? addDays(started, 7_305 + 365 * 10) : null,
    holder_class: id % 6 === 0 ? 'Company' : 'Individual',
    tenure_class: kind.type === 'Lease' ? 'Term' : 'Annual',
    usage_class: kind.subtype,
    suspended,
    suspended_until: suspended ? addDays(today, 400) : null,
    rebate_category: rebate,
    latest_valuation: valuation,
    valued_by: valuation === null ? null : 'Contract valuer',
    valued_on: valuation === null ? null : addDays(today, -random.int(160, 600)),
    file_status: null,
    noticed_on: noticed,
    objection_until: noticed === null ? null : addDays(noticed, 28),
    process_type: id % 7 === 0 ? 'Manual' : 'Automatic',
    valuation_ref: valuation === null ? null : `CM9/${10_000 + id}`,
    file_name: 'tenures.csv',
    line_no: id + 1,
    reviewed_on: reviewed,
    redet_valuation: proposal && valuation,
    redet_rate: proposal && kind.rate,
    redet_rebate_share: proposal && rebateShare,
    redet_minimum: proposal?.least ?? null,
    review_years: proposal && kind.years,
    redet_gross: proposal?.gross ?? null,
    redet_rebate: proposal?.off ?? null,
    proposed_rent: proposal?.rent ?? null,
    proposed_review: proposal && review,
    objected_on: objected,
    accepted_on: accepted,
    redet_state: accepted
      ? 'ACCEPTED'
      : objected
        ? 'OBJECTED'
        : noticed
          ? 'NOTICED'
          : reviewed
            ? 'PROPOSED'
            : 'NONE',
  };
}
