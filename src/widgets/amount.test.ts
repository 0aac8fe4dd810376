import { describe, expect, it } from 'vitest';
import { editAmount, parseAmount, showAmount } from '#src/core/parse/amount.ts';
import { editPercent, parsePercent } from '#src/core/parse/percent.ts';
import { moneyForm, parseMoney, showMoney } from './money.ts';

const whole = { decimals: 0 };
const six = { decimals: 6 };

describe('a typed number', () => {
  it.each([
    ['1500', 1500],
    ['1,500', 1500],
    ['1 250 000', 1250000],
    ['-5', -5],
    ['−5', -5],
    ['-0', 0],
    ['007', 7],
    ['1500.00', 1500],
  ])('%s is %d', (text, value) => {
    expect(parseAmount(text, whole)).toEqual({ value });
  });

  it.each(['1,50', '1,5000', 'abc', '1e5', '0x10', '--5', '1.2.3', '$5', '.', '-', 'NaN', 'Infinity'])(
    '%s is refused with a remedy',
    (text) => {
      expect(parseAmount(text, six)).toHaveProperty('problem');
    },
  );

  it('refuses more decimals than it keeps, values out of range and values that JSON cannot hold', () => {
    expect(parseAmount('1.5', whole)).toEqual({ problem: 'Type a whole number.' });
    expect(parseAmount('1.1234567', six)).toEqual({ problem: 'Type at most 6 decimals.' });
    expect(parseAmount('-1', { decimals: 0, min: 0 })).toEqual({ problem: 'Type 0 or more.' });
    expect(parseAmount('101', { decimals: 0, max: 100 })).toEqual({ problem: 'Type 100 or less.' });
    expect(parseAmount('9007199254740993', whole)).toEqual({ problem: 'The number is too large.' });
  });

  it('comes back from the form in which it is edited and shown', () => {
    for (const value of [0, 7, -12345678.123456, 0.000001, 999999999]) {
      expect(parseAmount(editAmount(value, 6), six)).toEqual({ value });
      expect(parseAmount(showAmount(value, 6), six)).toEqual({ value });
    }
  });
});

describe('a typed amount of money', () => {
  it('takes a dollar sign and separators, and no cents', () => {
    expect(parseMoney('$1,250,000')).toEqual({ value: 1250000 });
    expect(parseMoney('-$5')).toEqual({ value: -5 });
    expect(parseMoney('10.50')).toEqual({ problem: 'Type a whole amount, without cents.' });
    expect(moneyForm.parse('')).toEqual({ value: null });
  });

  it('is shown in whole dollars and comes back', () => {
    expect(showMoney(1250000)).toBe('$1,250,000');
    for (const value of [0, 1, 999, 1000, -45000, 9007199254740991])
      expect(parseMoney(showMoney(value))).toEqual({ value });
  });
});

describe('a typed per cent', () => {
  it('is kept as the share that it is, exactly', () => {
    for (const [text, share] of [
      ['5', 0.05],
      ['5 %', 0.05],
      ['1.1%', 0.011],
      ['−0.7', -0.007],
      ['1,250', 12.5],
      ['0', 0],
    ] as const) {
      expect(parsePercent(text, { decimals: 4 }), text).toEqual({ value: share });
    }
    expect(parsePercent('five', { decimals: 1 })).toHaveProperty('problem');
    expect(parsePercent('1.23', { decimals: 1 })).toHaveProperty('problem');
    expect(parsePercent('101', { decimals: 1, max: 100 })).toHaveProperty('problem');
  });

  it('is typed again as it was', () => {
    for (let hundredths = -20_000; hundredths <= 20_000; hundredths += 7) {
      const share = hundredths / 10_000;
      expect(parsePercent(editPercent(share, 4), { decimals: 4 })).toEqual({ value: share });
    }
  });
});
