import type { SuppMade } from './supp-made.ts';

type Value = SuppMade['values'][number];

/** What becomes of an open supp that is otherwise in order, for one check each. */
interface Case {
  readonly supp?: Partial<SuppMade['supp']>;
  readonly value?: (landValue: number) => Partial<Value>;
}

const cases: readonly Case[] = [
  { value: () => ({ land_value: 0 }) },
  { value: (v) => ({ onsite_allowance: v }) },
  { value: (v) => ({ offsite_allowance: v + 1_000 }) },
  { value: (v) => ({ subdivider_allowance: v }) },
  { value: (v) => ({ muaf_pct: 40, stratum_allowance: Math.round(v / 5) }) },
  { value: () => ({ mdaf_pct: 110 }) },
  { value: (v) => ({ heritage_value: v }) },
  { value: () => ({ basis_code: '14G' }) },
  { value: (v) => ({ unutilised_value: v }) },
  { value: (v) => ({ attributable_part: v }) },
  { supp: { new_component_code: 'ZZZ' } },
  { supp: { valuer: null } },
  // Reliefs as they should be.
  { value: (v) => ({ stratum_allowance: Math.round(v / 4) }) },
  { value: (v) => ({ onsite_allowance: Math.round(v / 20) }) },
];

const dear: Case = { value: (v) => ({ land_value: v * 4 }) };

const casesOfEstablished: readonly Case[] = [
  { supp: { new_area: 0, new_area_unit: 'M' } },
  dear,
  { supp: { new_address: 'HIGH ST' } },
  { value: () => ({ base_date: '2021-07-01' }) },
  // Only where there are like lots enough.
  dear,
  dear,
  dear,
];

/** What the checks look for, once each, among the open supps that are valued. */
export function plantFindings(made: readonly SuppMade[]): SuppMade[] {
  const left = { other: cases.values(), PE: casesOfEstablished.values() };
  return made.map((one) => {
    const [first, ...rest] = one.values;
    if (one.supp.transmit_status !== 'F' || !first?.land_value) return one;
    const next = left[one.supp.supp_type === 'PE' ? 'PE' : 'other'].next();
    if (next.done) return one;
    const { supp, value } = next.value;
    const changed = { ...first, ...value?.(first.land_value) };
    return { ...one, supp: { ...one.supp, ...supp }, values: [changed, ...rest] };
  });
}
