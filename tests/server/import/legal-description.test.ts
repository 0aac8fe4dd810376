import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type LegalDescription, parseLegalDescription } from '#server/import/legal-description.ts';
import { areHere, knownAnswer } from '#tests/support/known-answers.ts';

const CASES = knownAnswer('data/legal/property_description_cases.json');
const present = areHere([CASES], 'published legal descriptions (KA8)');

type Case = readonly [text: string, remains: string, items: readonly unknown[]];

function published(): readonly Case[] {
  if (!present) return [];
  const file = JSON.parse(readFileSync(CASES, 'utf8')) as Record<string, { readonly cases: readonly Case[] }>;
  return ['test_land_parcel_ids', 'test_parse_property_description'].flatMap(
    (name) => file[name]?.cases ?? [],
  );
}

/** Our parse in the words of the published cases. */
function asPublished(parsed: LegalDescription): readonly unknown[] {
  return [
    ...parsed.lots.map((lot) => ({ type: 'Folio', id: lot.id, ...(lot.part ? { part: true } : {}) })),
    ...parsed.tenures.map(({ type, numbers }) => {
      if (type === 'LeaseNumber') return { type, arg0: numbers[0], arg1: numbers[1] ?? null };
      if (type === 'MiningLease' || type === 'CrownRoadsLicense') return { type, id: numbers[0] };
      return { type, arg0: numbers[0] };
    }),
  ];
}

describe('legal descriptions', () => {
  it.skipIf(!present)('have the published cases at hand', () => {
    expect(published().length).toBeGreaterThan(25);
  });

  it.each(published())('parse as published (KA8): %s', (text, remains, items) => {
    const parsed = parseLegalDescription(text);
    expect(asPublished(parsed)).toEqual(items);
    expect(parsed.remains).toBe(remains);
  });

  it('tell a strata plan from a deposited plan, with or without a blank', () => {
    expect(parseLegalDescription('3//SP 65328').lots).toEqual([
      { lot: '3', section: null, plan_type: 'SP', plan: '65328', part: false, id: '3//SP 65328' },
    ]);
    expect(parseLegalDescription('1/SP11478').lots[0]).toMatchObject({ plan_type: 'SP', plan: '11478' });
    expect(parseLegalDescription('7/22/758003').lots[0]).toMatchObject({ section: '22', plan: '758003' });
  });

  it('read the words of the archive layout', () => {
    expect(parseLegalDescription('LOT 7 SEC 22 DP 758003, PT LOT 8 DP 5.').lots).toEqual([
      { lot: '7', section: '22', plan_type: 'DP', plan: '758003', part: false, id: '7/22/758003' },
      { lot: '8', section: null, plan_type: 'DP', plan: '5', part: true, id: '8/5' },
    ]);
  });

  it('keep text that no rule reads', () => {
    expect(parseLegalDescription('5, 8/16/759103 licence attached to property Licence 386812')).toMatchObject(
      {
        lots: [{ lot: '5' }, { lot: '8' }],
        tenures: [{ type: 'CrownLandLicense', numbers: ['386812'] }],
        remains: 'licence attached to property ',
      },
    );
    expect(parseLegalDescription('')).toEqual({ lots: [], tenures: [], remains: '' });
  });
});
