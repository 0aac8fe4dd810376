import { addDays, workingDay } from './dates.ts';
import { grouped } from './grouped.ts';
import type { Lot } from './lot.ts';
import { baseYears, marketOn } from './place.ts';
import { type Random, randomOf } from './random.ts';
import { roundValue } from './round-value.ts';
import type { SuppPropertyRow, SuppRow, SuppValueRow } from './rows.ts';
import type { SuppMade } from './supp-made.ts';
import { plantFindings } from './supp-planted.ts';

export interface DemoSupps {
  readonly supps: readonly SuppRow[];
  readonly values: readonly SuppValueRow[];
  readonly related: readonly SuppPropertyRow[];
  /** A property that is established though nobody has entered its lot: check 162 tells it. */
  readonly withoutLot: number | null;
}

type SuppType = 'PE' | 'PX' | 'PA' | 'PZ' | 'PR' | 'PO';

const reasons: { readonly [type in SuppType]: readonly string[] } = {
  PE: ['SUBDIV', 'SUBDIV', 'SUBDIV', 'CONSOL', 'NEWLOT'],
  PX: ['CANCEL', 'CONSOL'],
  PA: ['AREA', 'BOUND'],
  PZ: ['REZONE'],
  PR: ['OBJECT'],
  PO: ['ALLOW', 'OTHER'],
};

/** Supps of a year and a quarter: one in 62 properties had one; most are completed, and some of each kind are under work. */
export function makeSupps(lots: readonly Lot[], today: string): DemoSupps {
  const random = randomOf(3_100);
  const made: SuppMade[] = [];
  for (const there of grouped(lots, ({ row }) => row.district_code).values()) {
    const district = new District(there, random);
    const count = Math.max(12, Math.round(there.length / 62));
    for (let n = 0; n < count; n++) {
      const one = makeSupp(district, random, today);
      if (one) made.push(one);
    }
  }
  const planted = plantFindings(made);
  planted.sort((a, b) => a.supp.received_on.localeCompare(b.supp.received_on) || a.lot.row.id - b.lot.row.id);
  const established = planted.findLast(({ supp }) => supp.supp_type === 'PE' && supp.transmit_status === 'F');
  return {
    withoutLot: established?.lot.row.id ?? null,
    supps: planted.map(({ supp }, n) => ({ id: n + 1, ...supp })),
    values: planted.flatMap(({ values }, n) => values.map((row) => ({ supp_id: n + 1, ...row }))),
    related: planted.flatMap(({ related }, n) => related.map((row) => ({ supp_id: n + 1, ...row }))),
  };
}

/** The lots of a district, each given out once. */
class District {
  readonly #left: { readonly [status in 'A' | 'X' | 'O']: Lot[] };
  readonly #random: Random;

  constructor(lots: readonly Lot[], random: Random) {
    const of = (status: string) => lots.filter(({ row }) => row.status === status);
    this.#left = { A: of('A'), X: of('X'), O: of('O') };
    this.#random = random;
  }

  take(status: 'A' | 'X' | 'O'): Lot | null {
    const left = this.#left[status];
    return left.splice(this.#random.int(0, left.length - 1), 1)[0] ?? null;
  }
}

function makeSupp(district: District, random: Random, today: string): SuppMade | null {
  const type = random.weighted<SuppType>([
    ['PE', 30],
    ['PX', 8],
    ['PA', 22],
    ['PZ', 12],
    ['PR', 16],
    ['PO', 12],
  ]);
  const status = random.weighted([
    ['X', 60],
    ['S', 8],
    ['T', 9],
    ['F', 23],
  ] as const);
  const days = datesOf(status, random, today);
  const lot = district.take(
    type === 'PE' && status !== 'X' ? 'O' : type === 'PX' && status === 'X' ? 'X' : 'A',
  );
  if (lot === null) return null;
  const { row } = lot;
  const reason = random.pick(reasons[type]);
  const valued = status !== 'F' || (days.inspected !== null && random.chance(0.7));
  const area =
    type === 'PA' && row.area !== null ? Math.round(row.area * random.spread(0.06) * 10) / 10 : null;
  return {
    lot,
    supp: {
      property_id: row.id,
      district_code: row.district_code,
      supp_type: type,
      reason_code: reason,
      vg_workflow: `WF${100_000 + random.int(0, 899_999)}`,
      batch: `${row.district_code}-${days.received.slice(2, 7).replace('-', '')}`,
      received_on: days.received,
      due_on: random.chance(0.5) ? addDays(days.received, 30) : null,
      authority_code: '14B',
      basis_code: '6A(1)',
      old_area: row.area,
      old_area_unit: row.area_unit,
      old_zone_code: row.zone_code,
      old_component_code: row.component_code,
      old_legal_description: row.legal_description,
      new_area: status === 'X' && area !== null ? row.area : area,
      new_area_unit: area === null ? null : row.area_unit,
      new_zone_code: type === 'PZ' ? row.zone_code : null,
      new_component_code: type === 'PZ' ? row.component_code : null,
      new_address: null,
      transmit_status: status,
      stage: stageOf(status, days.inspected !== null, valued, random),
      assigned: status === 'F' && days.inspected === null && random.chance(0.5) ? null : lot.place.row.valuer,
      valuer: days.inspected === null ? null : lot.place.row.valuer,
      inspected_on: days.inspected,
      valuer_comment: commentOf(type, valued, random),
      sent_on: days.sent,
      completed_on: days.completed,
    },
    values: type === 'PX' ? [] : valuesOf(lot, days.received, valued, random),
    related: type === 'PE' ? parentsOf(district, status === 'X', reason) : [],
  };
}

interface Days {
  readonly received: string;
  readonly inspected: string | null;
  readonly sent: string | null;
  readonly completed: string | null;
}

function datesOf(status: 'F' | 'T' | 'S' | 'X', random: Random, today: string): Days {
  const age = { F: [2, 55], T: [14, 50], S: [20, 60], X: [70, 450] } as const;
  const [least, most] = age[status];
  const received = addDays(today, -random.int(least, most));
  const inspected = workingDay(addDays(received, random.int(3, 12)));
  const sent = workingDay(addDays(inspected, random.int(2, random.chance(0.15) ? 40 : 14)));
  const completed = workingDay(addDays(sent, random.int(2, 8)));
  const known = (date: string) => (date <= today ? date : null);
  if (status === 'F')
    return { received, inspected: random.chance(0.6) ? known(inspected) : null, sent: null, completed: null };
  return {
    received,
    inspected: known(inspected) ?? today,
    sent: status === 'T' ? null : (known(sent) ?? today),
    completed: status === 'X' ? completed : null,
  };
}

function stageOf(status: string, inspected: boolean, valued: boolean, random: Random): string {
  if (status !== 'F') return 'REVIEWED';
  if (inspected) return valued ? 'VALUED' : 'INSPECTED';
  return random.pick(['RECEIVED', 'ASSIGNED']);
}

function commentOf(type: SuppType, valued: boolean, random: Random): string | null {
  if (!valued || random.chance(0.3)) return null;
  const texts: { readonly [type in SuppType]: string } = {
    PE: 'New lot valued with its neighbours of the same component.',
    PX: 'The property ceased with the registered plan.',
    PA: 'Area as in the registered plan.',
    PZ: 'Valued for the use that the new zone permits.',
    PR: 'Value as decided on the objection.',
    PO: 'Checked and correct.',
  };
  return texts[type];
}

/** The base date in force when it came, and for some the one before. */
function valuesOf(lot: Lot, received: string, valued: boolean, random: Random): SuppMade['values'] {
  const year = Number(received.slice(0, 4)) - (received.slice(5) < '07-01' ? 1 : 0);
  const last = Math.min(Math.max(year, baseYears[1]), 2026);
  const years = random.chance(0.4) ? [last - 1, last] : [last];
  return years.map((base) => ({
    base_date: `${base}-07-01`,
    series: 'LT',
    land_value: valued ? landValue(lot, base) : null,
    ...noRelief,
  }));
}

const noRelief = {
  basis_code: null,
  onsite_allowance: null,
  offsite_allowance: null,
  subdivider_allowance: null,
  stratum_allowance: null,
  heritage_value: null,
  muaf_pct: null,
  mdaf_pct: null,
  unutilised_value: null,
  attributable_part: null,
} as const;

const years: readonly number[] = baseYears;

/** As it is valued; a lot outside the contract as its neighbours are. */
function landValue({ values, truth, place }: Lot, year: number): number {
  const known = values[years.indexOf(year)];
  return known ?? roundValue(truth * marketOn(place, `${year}-07-01`) * place.bias);
}

/** One parent of a subdivision, two of a consolidation; those of a completed supp are gone. */
function parentsOf(district: District, completed: boolean, reason: string): SuppMade['related'] {
  const wanted = reason === 'CONSOL' ? 2 : reason === 'SUBDIV' ? 1 : 0;
  return Array.from({ length: wanted }, () => district.take(completed ? 'X' : 'A')).flatMap((lot) =>
    lot ? [{ property_id: lot.row.id, role: 'PARENT' as const }] : [],
  );
}
