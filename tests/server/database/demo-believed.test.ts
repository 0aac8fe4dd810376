// What a valuer would believe of the demo, of the rows as they are made.
import { beforeAll, describe, expect, it } from 'vitest';
import { demoDay } from '#server/database/demo/dates.ts';
import { generateDemo } from '#server/database/demo/generate.ts';
import type { DemoRows, PropertyRow, SaleRow, ValueRow } from '#server/database/demo/rows.ts';
import { usualSize } from '#server/database/demo/size.ts';
import { demoNow } from '#tests/support/database.ts';
import { type Fit, fitOf, median } from './fit.ts';

const reliefs = [
  'onsite_allowance',
  'offsite_allowance',
  'subdivider_allowance',
  'stratum_allowance',
  'heritage_value',
  'muaf_pct',
  'mdaf_pct',
  'unutilised_value',
  'attributable_part',
] as const;

const smaller = { ...usualSize, properties: 2_000, sales: 1_200, analyses: 250 };
const day = demoDay(demoNow);

let demo: DemoRows;
let values: readonly ValueRow[];
let inForce: readonly ValueRow[];
let propertyOf: ReadonlyMap<number, PropertyRow>;
beforeAll(() => {
  demo = generateDemo(usualSize, day);
  values = [...demo.values];
  inForce = values.filter(({ series }) => series === 'LT');
  propertyOf = new Map(demo.properties.map((row) => [row.id, row]));
});

/** Days of a row; the base date is that of the year under work, whenever the demo is made. */
function daysOf(row: object): readonly (readonly [string, string])[] {
  return Object.entries(row).flatMap(([column, value]) =>
    column !== 'base_date' &&
    column !== 'due_on' &&
    typeof value === 'string' &&
    /^\d{4}-\d\d-\d\d/.test(value)
      ? [[column, value.slice(0, 10)] as const]
      : [],
  );
}

/** The contract date, where it is one that anybody would believe. */
function contractOf(sale: SaleRow): string | null {
  const contract = sale.contract_date;
  return contract !== null && contract > '1900' && contract <= sale.download_at.slice(0, 10)
    ? contract
    : null;
}

/** What the office's standard population counts. */
const isStandard = (sale: SaleRow) =>
  sale.confirmed &&
  sale.interest_pct === null &&
  sale.suitable !== false &&
  !sale.multi_property &&
  sale.purchase_price >= 1_000 &&
  propertyOf.get(sale.property_id)?.status === 'A';

describe('days of the demo', () => {
  it.each(['2026-11-23', '2031-05-04', '2026-03-14', '2025-07-01'])(
    'lie before the one on which it is made: %s',
    (now) => {
      const today = demoDay(new Date(`${now}T12:00:00Z`));
      expect(today <= now).toBe(true);
      const made = generateDemo(smaller, today);
      const found = new Set<string>();
      const late = [
        made.components,
        made.properties,
        made.values,
        made.sales,
        made.analyses,
        made.supps,
      ].flatMap((rows) =>
        [...rows].flatMap((row) =>
          daysOf(row).flatMap(([column, date]) => {
            found.add(column);
            return date > today ? [`${column} ${date}`] : [];
          }),
        ),
      );
      expect(late).toEqual([]);
      expect([...found].sort()).toEqual([
        'analysis_date',
        'completed_on',
        'contract_date',
        'download_at',
        'exportable_on',
        'exported_on',
        'inspected_on',
        'inspection_date',
        'received_on',
        'reviewed_on',
        'sent_on',
        'settlement_date',
        'verified_on',
      ]);
    },
  );

  it('go from the contract to the settlement to the weekly file, but for the few planted ones', () => {
    const odd = demo.sales.filter((sale) => {
      const contract = contractOf(sale);
      return contract === null || contract > sale.settlement_date;
    });
    expect(odd.length).toBeLessThanOrEqual(4 * 6);
    expect(
      demo.sales.filter((sale) => sale.settlement_date > sale.download_at.slice(0, 10)).map(({ id }) => id),
    ).toEqual([]);
    // Registries settle on working days, and the file comes on Mondays.
    const weekdays = (dates: readonly string[]) =>
      new Set(dates.map((date) => new Date(`${date.slice(0, 10)}T00:00:00Z`).getUTCDay()));
    expect(weekdays(demo.sales.map(({ download_at }) => download_at))).toEqual(new Set([1]));
    const settled = demo.sales.filter((sale) => !odd.includes(sale)).map((sale) => sale.settlement_date);
    expect(weekdays(settled)).toEqual(new Set([1, 2, 3, 4, 5]));
  });

  it('go from the file to the inspection to the analysis to its export', () => {
    const saleOf = new Map(demo.sales.map((sale) => [sale.id, sale]));
    const wrong = demo.analyses.filter((one) => {
      const sale = saleOf.get(one.sale_id);
      const days = [
        sale?.download_at.slice(0, 10) ?? '9999',
        one.inspection_date,
        one.analysis_date,
        one.exportable_on ?? one.analysis_date,
        one.exported_on ?? one.exportable_on ?? one.analysis_date,
      ];
      return days.some((date, i) => date < (days[i - 1] ?? '')) || sale?.inspected_on !== one.inspection_date;
    });
    expect(wrong).toEqual([]);
  });

  it('number sales and dealings as they come', () => {
    const inOrder = (texts: readonly string[]) => texts.every((text, i) => text >= (texts[i - 1] ?? ''));
    expect(inOrder(demo.sales.map(({ download_at }) => download_at.slice(0, 10)))).toBe(true);
    const first = new Map<string, number>();
    for (const { dealing_number, id } of demo.sales)
      if (!first.has(dealing_number)) first.set(dealing_number, id);
    expect(inOrder([...first.keys()])).toBe(true);
  });
});

describe('a contract over several lots', () => {
  it('lies in one street of one suburb and has one price, day and kind of land', () => {
    const dealings = new Map<string, SaleRow[]>();
    for (const sale of demo.sales)
      if (sale.multi_property)
        dealings.set(sale.dealing_number, [...(dealings.get(sale.dealing_number) ?? []), sale]);
    expect(dealings.size).toBeGreaterThan(60);
    const of = (sale: SaleRow) =>
      [
        sale.district_code,
        sale.suburb,
        sale.street_name,
        sale.purchase_price,
        sale.contract_date,
        sale.dealing_size,
      ].join();
    const wrong = [...dealings.values()].filter(
      (lots) =>
        lots.length !== lots[0]?.dealing_size ||
        new Set(lots.map(of)).size !== 1 ||
        new Set(lots.map((lot) => lot.property_id)).size !== lots.length,
    );
    expect(wrong).toEqual([]);
    expect(new Set([...dealings.values()].map(([lot]) => lot?.district_code)).size).toBe(6);
  });
});

describe('the market of the demo', () => {
  const monthsOf = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));

  /** ln price by ln area and months, within components. */
  function landFit(nature: 'V' | 'R'): Fit {
    const rows = demo.sales.flatMap((sale) => {
      const contract = contractOf(sale);
      return isStandard(sale) &&
        contract &&
        sale.nature === nature &&
        /^R[123]$/.test(sale.zone_code) &&
        sale.area
        ? [
            {
              group: `${sale.district_code} ${sale.component_code}`,
              y: Math.log(sale.purchase_price),
              x: [Math.log(sale.area), monthsOf(contract)] as const,
            },
          ]
        : [];
    });
    return fitOf(rows);
  }

  it('pays for land by its area and its time, and for nothing exactly', () => {
    const vacant = landFit('V');
    expect(vacant.n).toBeGreaterThan(700);
    expect(vacant.slopes[0]).toBeGreaterThan(0.25);
    expect(vacant.slopes[0]).toBeLessThan(0.45);
    // Some 60 % in seven years.
    expect(vacant.slopes[1]).toBeGreaterThan(0.004);
    expect(vacant.slopes[1]).toBeLessThan(0.009);
    expect(vacant.r2).toBeGreaterThan(0.4);
    expect(vacant.r2).toBeLessThan(0.9);
    const improved = landFit('R');
    expect(improved.slopes[0]).toBeGreaterThan(0.25);
    expect(improved.slopes[1]).toBeGreaterThan(0.004);
    expect(improved.r2).toBeLessThan(vacant.r2);
    expect(improved.r2).toBeGreaterThan(0.25);
  });

  it.each<[string, (date: string) => string, number, number]>([
    ['year', (date) => date.slice(0, 4), 100, 0.3],
    ['half-year', (date) => `${date.slice(0, 4)}${date.slice(5, 7) < '07' ? 'a' : 'b'}`, 40, 0.35],
  ])('moves the median of a suburb with 20 sales like all of it, by %s', (_, periodOf, least, farthest) => {
    const prices = new Map<string, number[]>();
    const put = (key: string, price: number) => {
      const there = prices.get(key);
      if (there) there.push(price);
      else prices.set(key, [price]);
    };
    const periods = new Set<string>();
    const suburbs = new Set<string>();
    for (const sale of demo.sales) {
      const contract = contractOf(sale);
      if (!contract || !isStandard(sale)) continue;
      periods.add(periodOf(contract));
      suburbs.add(sale.suburb);
      put(periodOf(contract), sale.purchase_price);
      put(`${sale.suburb} ${periodOf(contract)}`, sale.purchase_price);
    }
    const change = (place: string, from: string, to: string) => {
      const [before = [], after = []] = [prices.get(`${place}${from}`), prices.get(`${place}${to}`)];
      return before.length < 20 || after.length < 20 ? [] : [Math.log(median(after) / median(before))];
    };
    const apart = [...periods].sort().flatMap((to, i, sorted) => {
      const from = sorted[i - 1] ?? to;
      const [all = 0] = change('', from, to);
      return from === to
        ? []
        : [...suburbs].flatMap((suburb) => change(`${suburb} `, from, to).map((own) => Math.abs(own - all)));
    });
    expect(apart.length).toBeGreaterThan(least);
    expect(Math.max(...apart)).toBeLessThan(farthest);
    expect(apart.filter((one) => one < 0.15).length / apart.length).toBeGreaterThan(0.85);
  });

  it('knows what stands on a lot: a resale is of the same thing', () => {
    const sold = new Map<number, SaleRow[]>();
    for (const sale of demo.sales)
      if (isStandard(sale) && contractOf(sale))
        sold.set(sale.property_id, [...(sold.get(sale.property_id) ?? []), sale]);
    const pairs = [...sold.values()].flatMap(([a, b]) =>
      a && b && a.nature === b.nature && (a.sale_code ?? b.sale_code) !== null
        ? [Math.abs(Math.log(b.purchase_price / a.purchase_price))]
        : [],
    );
    expect(pairs.length).toBeGreaterThan(200);
    expect(pairs.filter((one) => one < Math.log(2)).length / pairs.length).toBeGreaterThan(0.95);
  });
});

describe('sales that are no evidence', () => {
  it('are marked: nominal ones as out of line, those of a part as such, none of them suitable', () => {
    const nominal = demo.sales.filter((sale) => sale.purchase_price < 1_000);
    const parts = demo.sales.filter((sale) => sale.interest_pct !== null);
    expect(nominal.length).toBeGreaterThan(30);
    expect(parts.length).toBeGreaterThan(30);
    expect(new Set(nominal.map(({ suitable }) => suitable))).toEqual(new Set([false]));
    expect(new Set(parts.map(({ suitable }) => suitable))).toEqual(new Set([false]));
    expect(nominal.filter(({ sale_code }) => !/^[ARBIX][VC][OP]$/.test(sale_code ?? ''))).toEqual([]);
    expect(parts.filter(({ sale_code }) => !/^[ARBIX][VC]P$/.test(sale_code ?? ''))).toEqual([]);
    const codes = new Set([...nominal, ...parts].map(({ id }) => id));
    expect(demo.analyses.filter(({ sale_id }) => codes.has(sale_id))).toEqual([]);
  });
});

describe('values of the demo', () => {
  it('carry each allowance and concession over several base years, within the rules of the trade', () => {
    const relieved = inForce.filter((value) => reliefs.some((kind) => value[kind] !== null));
    const found = Object.fromEntries(
      reliefs.map((kind) => {
        const own = relieved.filter((value) => value[kind] !== null);
        return [
          kind,
          { years: new Set(own.map(({ base_date }) => base_date)).size, enough: own.length >= 50 },
        ];
      }),
    );
    expect(found).toEqual(Object.fromEntries(reliefs.map((kind) => [kind, { years: 6, enough: true }])));
    const wrong = relieved.filter((value) => {
      const given = reliefs.filter((kind) => value[kind] !== null);
      const [kind] = given;
      if (kind === undefined) return false;
      const amount = value[kind] ?? 0;
      const limit = kind.endsWith('_pct') ? 100 : value.land_value;
      return given.length > 1 || amount <= 0 || amount >= limit || value.basis_code === '14G';
    });
    expect(wrong).toEqual([]);
  });

  it('know heritage of both kinds: a second value, and another section of the Act', () => {
    const listed = new Set(demo.properties.filter(({ heritage }) => heritage).map(({ id }) => id));
    const second = values.filter((value) => value.heritage_value !== null);
    const planned = values.filter((value) => value.basis_code === '14G');
    expect(second.length).toBeGreaterThan(50);
    expect(planned.length).toBeGreaterThan(50);
    expect([...second, ...planned].filter(({ property_id }) => !listed.has(property_id))).toEqual([]);
  });

  it('were lowered on objection in several base years, and rated by it the year after', () => {
    const at = new Map(inForce.map((value) => [`${value.property_id} ${value.base_date}`, value]));
    const objected = inForce.filter(({ method }) => method === 'O');
    expect(new Set(objected.map(({ base_date }) => base_date)).size).toBe(4);
    expect(objected.length).toBeGreaterThan(100);
    const analysed = new Set(demo.analyses.map(({ property_id }) => property_id));
    const wrong = objected.filter((value) => {
      const next = at.get(`${value.property_id} ${Number(value.base_date.slice(0, 4)) + 1}-07-01`);
      return (
        value.factor_applied !== null ||
        (next?.risk_rating !== '1-OBJECT' && !analysed.has(value.property_id)) ||
        // The value objected to is where the next one starts.
        (next?.method === 'F' &&
          Math.abs(next.land_value / value.land_value / (next.factor_applied ?? 0) - 1) > 0.03)
      );
    });
    expect(wrong).toEqual([]);
  });

  it('were verified in every base year by a valuer, most of those of the highest risk', () => {
    for (const year of [2021, 2022, 2023, 2024, 2025, 2026]) {
      const own = inForce.filter(({ base_date }) => base_date === `${year}-07-01`);
      const share = (rows: readonly ValueRow[]) =>
        rows.filter(({ verified_on }) => verified_on !== null).length / rows.length;
      expect(share(own)).toBeGreaterThan(0.08);
      expect(share(own)).toBeLessThan(0.25);
      const high = own.filter(({ risk_rating }) => risk_rating.startsWith('1-'));
      expect(high.length).toBeGreaterThan(300);
      expect(share(high)).toBeGreaterThan(0.85);
      expect(share(high)).toBeLessThan(1);
    }
    const told = values.filter((value) => value.verified_on !== null);
    expect(new Set(told.map(({ verified_by }) => verified_by))).toEqual(new Set([0, 1]));
    expect(told.filter((value) => (value.verified_on ?? '') < value.base_date)).toEqual([]);
    expect(values.filter((value) => value.verified_on === null && value.verified_by !== null)).toEqual([]);
  });
});

describe('supps of the demo', () => {
  const statusOf = (id: number) => propertyOf.get(id)?.status;

  it('are of each type in each state, and most are completed', () => {
    const kinds = new Set(demo.supps.map(({ supp_type, transmit_status }) => supp_type + transmit_status));
    const missing = ['PE', 'PX', 'PA', 'PZ', 'PR', 'PO'].flatMap((type) =>
      ['F', 'X'].filter((state) => !kinds.has(type + state)).map((state) => type + state),
    );
    expect(missing).toEqual([]);
    const states = (state: string) =>
      demo.supps.filter(({ transmit_status }) => transmit_status === state).length;
    expect(demo.supps.length).toBeGreaterThan(250);
    expect(states('X') / demo.supps.length).toBeGreaterThan(0.5);
    expect(Math.min(states('S'), states('T'), states('F'))).toBeGreaterThan(9);
  });

  it('go from receipt to inspection to sending to completion, as far as they are', () => {
    const wrong = demo.supps.filter(
      ({ received_on, inspected_on, sent_on, completed_on, transmit_status }) => {
        const days = [received_on, inspected_on, sent_on, completed_on].filter((date) => date !== null);
        return (
          days.join() !== [...days].sort().join() ||
          (completed_on !== null) !== (transmit_status === 'X') ||
          (sent_on !== null) !== ['S', 'X'].includes(transmit_status)
        );
      },
    );
    expect(wrong).toEqual([]);
  });

  it('leave properties as their type says: established ones in the contract, cancelled ones gone', () => {
    const done = demo.supps.filter(({ transmit_status }) => transmit_status === 'X');
    const open = demo.supps.filter(({ transmit_status }) => transmit_status !== 'X');
    const ends = (type: string, rows: typeof done) =>
      new Set(rows.filter((one) => one.supp_type === type).map((one) => statusOf(one.property_id)));
    expect([ends('PE', done), ends('PX', done), ends('PE', open), ends('PX', open)]).toEqual([
      new Set(['A']),
      new Set(['X']),
      new Set(['O']),
      new Set(['A']),
    ]);
    const completed = new Set(done.map(({ id }) => id));
    const parents = demo.suppProperties.map(
      (one) => `${completed.has(one.supp_id)} ${statusOf(one.property_id)}`,
    );
    expect(new Set(parents)).toEqual(new Set(['true X', 'false A']));
  });

  it('give a completed property the value that it has', () => {
    const kept = new Map(inForce.map((one) => [`${one.property_id} ${one.base_date}`, one.land_value]));
    const supps = new Map(demo.supps.map((one) => [one.id, one]));
    const other = demo.suppValues.filter((one) => {
      const supp = supps.get(one.supp_id);
      return (
        supp?.transmit_status === 'X' && kept.get(`${supp.property_id} ${one.base_date}`) !== one.land_value
      );
    });
    expect(other).toEqual([]);
  });
});
