/** What a typed number may look like. */
export interface AmountRule {
  /** Most decimals. */
  readonly decimals: number;
  readonly min?: number;
  readonly max?: number;
  /** A leading dollar sign is taken. */
  readonly currency?: boolean;
}

// Beyond this a JSON number is no longer exact.
const largest = Number.MAX_SAFE_INTEGER;

/** Accepts thousands separators and a true minus; says what is wrong with anything else. */
export function parseAmount(
  text: string,
  rule: AmountRule,
): { readonly value: number } | { readonly problem: string } {
  const trimmed = text.trim().replace('−', '-');
  const match = /^(-?)\s*(\$?)\s*((?:\d{1,3}(?:[, ]\d{3})+|\d+)?)(?:\.(\d*))?$/.exec(trimmed);
  const [, sign = '', dollar = '', whole = '', fraction = ''] = match ?? [];
  if (!match || (whole === '' && fraction === '') || (dollar !== '' && !rule.currency))
    return { problem: `"${trimmed}" is not a number. Type digits, for example ${example(rule)}.` };
  if (fraction.replace(/0+$/, '').length > rule.decimals)
    return {
      problem:
        rule.decimals === 0
          ? `Type a whole ${rule.currency ? 'amount, without cents' : 'number'}.`
          : `Type at most ${rule.decimals} decimals.`,
    };
  const value = Number(`${sign}${whole.replaceAll(/[, ]/g, '') || '0'}.${fraction || '0'}`);
  if (Math.abs(value) > largest) return { problem: 'The number is too large.' };
  if (rule.min !== undefined && value < rule.min) return { problem: `Type ${rule.min} or more.` };
  if (rule.max !== undefined && value > rule.max) return { problem: `Type ${rule.max} or less.` };
  return { value: Object.is(value, -0) ? 0 : value };
}

function example(rule: AmountRule): string {
  return rule.decimals === 0 ? '1500' : '1500.5';
}

/** `1,234.5` with a true minus. */
export function showAmount(value: number, decimals: number): string {
  return new Intl.NumberFormat('en-AU', { maximumFractionDigits: decimals }).format(value).replace('-', '−');
}

/** The number as it is typed: no separators, no exponent, every decimal it has. */
export function editAmount(value: number, decimals: number): string {
  return new Intl.NumberFormat('en-AU', { maximumFractionDigits: decimals, useGrouping: false }).format(
    value,
  );
}
