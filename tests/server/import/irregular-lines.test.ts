import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SaleRecord } from '#server/import/sale-record.ts';
import { areHere, knownAnswer } from '#tests/support/known-answers.ts';
import { parseText, psiText, saleLine } from './psi-text.ts';

const FILE = knownAnswer('data/psi/samples/real_irregular_lines.txt');
const present = areHere([FILE], 'irregular lines (KA11)');

interface Irregular {
  readonly kind: string;
  readonly line: string;
}

const lines: readonly Irregular[] = present
  ? readFileSync(FILE, 'utf8')
      .split('\n')
      .filter((text) => text.includes(' | ') && !text.startsWith('#'))
      .map((text) => {
        const [kind = '', , line = ''] = text.split(' | ');
        return { kind, line };
      })
  : [];

/** What becomes of each kind (domain, 7.3): the findings that flag it, and what of the sale it shows in. */
const FATE: Readonly<
  Record<string, { readonly flags: readonly string[]; readonly shows: (sale: SaleRecord) => boolean }>
> = {
  'name+unit+house': {
    flags: [],
    shows: (sale) => !!sale.prop_name && !!sale.unit_number && !!sale.house_number,
  },
  odd_year: { flags: ['contract-year'], shows: (sale) => sale.contract_date?.startsWith('0017-') === true },
  part_interest: { flags: [], shows: (sale) => sale.interest_pct === 46 || sale.interest_pct === 20 },
  C_tenure: { flags: [], shows: (sale) => /Licence 386812|Lease 51\/1/.test(sale.legal_description ?? '') },
  purpose_truncated20: { flags: [], shows: (sale) => sale.primary_purpose?.length === 20 },
  multi_C: { flags: [], shows: (sale) => sale.legal_description === 'mit 30750' },
  blank_interest: { flags: [], shows: (sale) => sale.interest_pct === 100 },
  quotes: { flags: [], shows: (sale) => /["']/.test(`${sale.street_name}${sale.prop_name}`) },
  house_range: { flags: [], shows: (sale) => sale.house_number === 'LOT 1, 3 -' },
  huge_area: { flags: [], shows: (sale) => (sale.area ?? 0) > 500_000_000 },
  blank_contract_date: { flags: ['contract-date-blank'], shows: (sale) => sale.contract_date === null },
  giant_price: {
    flags: [],
    shows: (sale) => sale.purchase_price === 722_500_000 && sale.interest_pct === 50,
  },
  blank_property_id: { flags: ['property-blank'], shows: (sale) => sale.property_id === null },
  settle_before_contract: {
    flags: ['settlement-before-contract'],
    shows: (sale) => (sale.settlement_date ?? '') < (sale.contract_date ?? ''),
  },
  shifted_D_no_property_id: {
    flags: ['property-blank', 'shifted-line'],
    shows: (sale) => sale.property_id === null,
  },
  shifted_C_no_property_id: {
    flags: ['property-blank', 'shifted-line'],
    shows: (sale) => sale.legal_description === '2//SP 65444',
  },
};

/** The irregular line in a whole file: a B stands alone, a C or D gets the B that it belongs to. */
function fileWith(line: string): string {
  const part = line.split(';');
  const district = part[1] ?? '';
  if (part[0] === 'B') return psiText([line], part[4] ?? '', district);
  const shifted = /^\d{8} /.test(part[3] ?? '');
  const [pid, counter, stamp] = shifted
    ? ['', part[2] ?? '', part[3] ?? '']
    : [part[2] ?? '', part[3] ?? '', part[4] ?? ''];
  return psiText(
    [saleLine({ pid, counter, stamp, contract: '20010101', settlement: '' }, district), line],
    stamp,
    district,
  );
}

describe('real irregular lines (KA11)', () => {
  it.skipIf(!present)('are all known by kind', () => {
    expect(lines.length).toBeGreaterThan(25);
    expect(new Set(lines.map((line) => line.kind))).toEqual(new Set(Object.keys(FATE)));
  });

  it.each(lines)('$kind is imported and flagged as the domain says: $line', async ({ kind, line }) => {
    const parsed = await parseText(fileWith(line));
    expect(parsed.sales).toHaveLength(1);
    const sale = parsed.sales[0] as SaleRecord;
    const fate = FATE[kind];
    expect(sale.findings.map((finding) => finding.code).sort()).toEqual([...(fate?.flags ?? ['?'])].sort());
    expect(fate?.shows(sale)).toBe(true);
  });
});
