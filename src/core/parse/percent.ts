import { type AmountRule, editAmount, parseAmount } from './amount.ts';

/** A share has as many decimals as its per cent, and two more. */
const shareDecimals = 2;

/** A typed per cent as the share that is kept: `5`, `5 %` and `5.0%` are 0.05. `rule` speaks of the per cent. */
export function parsePercent(
  text: string,
  rule: AmountRule,
): { readonly value: number } | { readonly problem: string } {
  const parsed = parseAmount(text.replace(/\s*%\s*$/, ''), rule);
  if ('problem' in parsed) return parsed;
  // 1.1 / 100 is 0.011000000000000001 in binary; the decimal that was meant is shorter.
  return { value: Number((parsed.value / 100).toFixed(rule.decimals + shareDecimals)) };
}

/** A share as it is typed: 0.05 is `5`. */
export function editPercent(share: number, decimals: number): string {
  return editAmount(Number((share * 100).toPrecision(15)), decimals);
}
