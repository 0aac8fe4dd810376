// Lot, section and plan as people and files write them.

export interface LotName {
  /** Null for a plan as a whole. */
  readonly lot: string | null;
  readonly section: string | null;
  /** Null where it is not said, as in `12/1032686`. */
  readonly planType: 'DP' | 'SP' | null;
  readonly plan: string;
}

const lot = '([A-Z]{0,2}\\d{1,6}[A-Z]{0,2}|[A-Z]{1,2})';
const section = '([A-Z0-9]{1,4})';
const plan = '(DP|SP)?(\\d{1,8})';
const slashed = new RegExp(`^${lot}/(?:${section}?/)?${plan}$`);
const spoken = new RegExp(`^(?:LOT)?${lot}(?:,?SEC(?:TION)?${section})?,?(DP|SP)(\\d{1,8})$`);
const alone = /^\/*(DP|SP)(\d{1,8})$/;

/** `1//DP598704`, `12/4/758003`, `Lot 12 Sec 4 DP 758003`, `SP 65328`; null for what is none. */
export function readLot(text: string): LotName | null {
  const words = text.toUpperCase().trim();
  const written = words.replace(/\s+/g, '');
  const whole = alone.exec(written);
  if (whole) return named(null, undefined, whole[1], whole[2]);
  const found =
    slashed.exec(written) ?? (/^LOT\s|\s(?:DP|SP)\s*\d/.test(words) ? spoken.exec(written) : null);
  return found ? named(found[1] ?? null, found[2], found[3], found[4]) : null;
}

function named(
  lot: string | null,
  section: string | undefined,
  type: string | undefined,
  plan = '',
): LotName {
  return {
    lot,
    section: section === undefined || section === '' ? null : section,
    planType: type === 'DP' || type === 'SP' ? type : null,
    plan: plan.replace(/^0+(?=\d)/, ''),
  };
}

/** `12/4/DP758003`, as the lot layer has it, in words. */
export function lotInWords(label: string): string {
  const [, lot = '', section = '', type = '', plan = ''] =
    /^([^/]*)\/([^/]*)\/(DP|SP)(\d+)$/.exec(label) ?? [];
  if (plan === '') return label;
  return [lot && `Lot ${lot}`, section && `Sec ${section}`, type, plan].filter(Boolean).join(' ');
}
