import { describe, expect, it } from 'vitest';
import { composeAddress } from './address.ts';

describe('the address of a row', () => {
  it('joins unit, house, street, suburb, state and postcode', () => {
    expect(
      composeAddress({
        unit_number: '3',
        hnum1: 12,
        hnum1_suffix: 'A',
        hnum2: 14,
        street_name: 'KENNETH ST',
        suburb: 'TAMARAMA',
        postcode: '2026',
      }),
    ).toBe('3/12A-14 KENNETH ST, TAMARAMA NSW 2026');
  });

  it('takes the house number of a sale as it stands', () => {
    expect(
      composeAddress({ house_number: '7', street_name: 'KENNETH ST', suburb: 'TAMARAMA', postcode: '2026' }),
    ).toBe('7 KENNETH ST, TAMARAMA NSW 2026');
  });

  it.each([
    [{ street_name: 'ELDON ST', suburb: 'ABERDEEN' }, 'ELDON ST, ABERDEEN NSW'],
    [{ postcode: '2336' }, 'NSW 2336'],
    [{ unit_number: 'LOT 1', street_name: 'OLD RD' }, 'LOT 1 OLD RD'],
    [{ hnum1: 5, hnum1_prefix: 'A', suburb: null }, 'A5'],
    [{}, ''],
  ])('leaves out what is missing: %j', (row, expected) => {
    expect(composeAddress(row)).toBe(expected);
  });

  it('puts the name first only when asked', () => {
    const row = { prop_name: 'THE MILL', house_number: '1', street_name: 'HIGH ST' };
    expect(composeAddress(row)).toBe('1 HIGH ST');
    expect(composeAddress(row, { withName: true })).toBe('THE MILL, 1 HIGH ST');
  });

  it('reads the columns behind a prefix', () => {
    const row = { s_house_number: '1', s_street_name: 'SALE ST', p_hnum1: 2, p_street_name: 'PROP ST' };
    expect(composeAddress(row, { prefix: 's_' })).toBe('1 SALE ST');
    expect(composeAddress(row, { prefix: 'p_' })).toBe('2 PROP ST');
  });
});
