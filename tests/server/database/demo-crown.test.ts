// What a valuer would believe of the demo's Crown Land, of the rows as they are made.
import { beforeAll, describe, expect, it } from 'vitest';
import { type CrownRows, makeCrown } from '#server/database/demo/crown.ts';
import { demoDay } from '#server/database/demo/dates.ts';
import { generateDemo } from '#server/database/demo/generate.ts';
import { usualSize } from '#server/database/demo/size.ts';
import { demoNow } from '#tests/support/database.ts';

type Row = { readonly [column: string]: string | number | boolean | null };
const day = demoDay(demoNow);
let crown: CrownRows;
beforeAll(() => {
  crown = makeCrown(generateDemo(usualSize, day).properties, usualSize, day);
});

describe('Crown Land of the demo', () => {
  const count = (rows: readonly Row[], holds: (row: Row) => boolean) => rows.filter(holds).length;

  it('has a case for everything that is looked for: classes, parcels without area or property, every state of a rent', () => {
    const { properties, parcels, tenures, lamc } = crown;
    expect([properties.length, tenures.length, lamc.length]).toEqual([150, 240, 60]);
    expect(new Set(properties.map((row) => row.valuation_class)).size).toBe(9);
    expect(count(parcels, (row) => row.crown_property_id === null)).toBeGreaterThan(5);
    expect(count(parcels, (row) => row.area === null)).toBeGreaterThan(3);
    const states = ['NONE', 'PROPOSED', 'NOTICED', 'OBJECTED', 'ACCEPTED'];
    for (const state of states)
      expect(count(tenures, (row) => row.redet_state === state)).toBeGreaterThan(10);
    expect(count(tenures, (row) => row.suspended === true)).toBeGreaterThan(5);
    expect(count(tenures, (row) => row.latest_valuation === null)).toBeGreaterThan(5);
    expect(
      count(tenures, (row) => row.redet_minimum !== null && row.proposed_rent === row.redet_minimum),
    ).toBeGreaterThan(3);
    expect(count(tenures, (row) => row.redet_rebate !== null && row.redet_rebate !== 0)).toBeGreaterThan(3);
    expect(new Set(lamc.map((row) => row.status)).size).toBe(4);
  });

  it('makes each rent by the formula, and each financial value of rent and cap rate', () => {
    const wrong = crown.tenures.filter((row) => {
      if (row.proposed_rent === null) return row.redet_gross !== null;
      const gross = Math.round(Number(row.redet_valuation) * Number(row.redet_rate));
      const rebate = Math.round(gross * Number(row.redet_rebate_share));
      return row.proposed_rent !== Math.max(gross - rebate, Number(row.redet_minimum));
    });
    expect(wrong).toEqual([]);
    const financial = crown.values.filter((row) => row.cap_rate !== null);
    expect(financial.length).toBeGreaterThan(30);
    expect(
      financial.filter((row) => row.land_value !== Math.round(Number(row.net_rent) / Number(row.cap_rate))),
    ).toEqual([]);
  });

  it('knows nothing of the days to come but what is planned', () => {
    const planned = new Set([
      'next_review',
      'expires_on',
      'suspended_until',
      'objection_until',
      'proposed_review',
      'due_on',
    ]);
    const late = [...crown.tenures, ...crown.lamc].flatMap((row) =>
      Object.entries(row).filter(
        ([column, date]) =>
          /^\d{4}-\d\d-\d\d$/.test(String(date)) && !planned.has(column) && String(date) > day,
      ),
    );
    expect(late).toEqual([]);
  });
});
