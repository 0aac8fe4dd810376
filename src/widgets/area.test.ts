import { describe, expect, it } from 'vitest';
import { editArea, parseArea, showArea } from '#src/core/parse/area.ts';
import { areaForm, areaOf } from './area.ts';

describe('a typed area', () => {
  it.each([
    ['450', 450, 'M'],
    ['1,012.5', 1012.5, 'M'],
    ['450 m2', 450, 'M'],
    ['450.1239 m²', 450.124, 'M'],
    ['2.5 ha', 25000, 'H'],
    ['2.5HA', 25000, 'H'],
    ['0.0000001 ha', 0.001, 'H'],
    ['.5ha', 5000, 'H'],
    ['ha 2.5', 25000, 'H'],
    ['1,000 ha', 10000000, 'H'],
  ])('%s is %d m² with the flag %s', (text, m2, unit) => {
    expect(parseArea(text)).toEqual({ m2, unit });
  });

  it.each([
    'a lot',
    'ha',
    '2.5 hax',
    'ha 2.5 ha',
    '2 ha 5',
    '2.5 hectares',
    '2.5 m2 ha',
    '-5',
    '2.5 acres',
    '1.2.3',
    '1e3',
    '2,5 ha',
    '$5',
  ])('%s is no area', (text) => {
    expect(parseArea(text)).toBeNull();
    expect(areaForm.parse(text)).toHaveProperty('problem');
  });

  it('goes from square metres to hectares and back without loss', () => {
    for (let i = 1; i < 200_000; i = Math.ceil(i * 1.7)) {
      const m2 = i / 1000;
      for (const unit of ['M', 'H'] as const) {
        expect(parseArea(editArea({ m2, unit }))).toEqual({ m2, unit });
        expect(parseArea(showArea({ m2, unit }))).toEqual({ m2, unit });
      }
    }
  });

  it('shows 3 decimals of a square metre and 7 of a hectare', () => {
    expect(showArea({ m2: 1012.345, unit: 'M' })).toBe('1,012.345 m²');
    expect(showArea({ m2: 1012.345, unit: 'H' })).toBe('0.1012345 ha');
  });

  it('reads a record value with or without its flag', () => {
    expect(areaOf(450)).toEqual({ m2: 450, unit: 'M' });
    expect(areaOf({ m2: 25000, unit: 'H' })).toEqual({ m2: 25000, unit: 'H' });
    expect(areaOf(null)).toBeNull();
  });
});
