import { type AmountRule, editAmount, parseAmount, showAmount } from '#src/core/parse/amount.ts';
import type { TextForm } from './parsed-input.tsx';

export function numberForm(rule: AmountRule, grouped = true): TextForm<number> {
  return {
    parse: (text) => (text.trim() === '' ? { value: null } : parseAmount(text, rule)),
    show: (value) => (grouped ? showAmount(value, rule.decimals) : editAmount(value, rule.decimals)),
    edit: (value) => editAmount(value, rule.decimals),
    numeric: true,
    inputMode: rule.decimals === 0 ? 'numeric' : 'decimal',
  };
}

/** The rule that a widget's options ask for. */
export function ruleOf(options: { readonly [key: string]: unknown }, decimals: number): AmountRule {
  const number = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);
  const min = number(options.min);
  const max = number(options.max);
  return {
    decimals: number(options.decimals) ?? decimals,
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  };
}
