import { hash } from 'node:crypto';
import type { Header, SaleRecord } from './sale-record.ts';

/** Columns of sale_received in the order of `receivedRow`; file_id comes before them. */
export const RECEIVED_COLUMNS = [
  'line_no',
  'archive',
  'download_at',
  'recorded_at',
  'content',
  'sale_counter',
  'finding',
  'district_code',
  'property_id',
  'valuation_number',
  'prop_name',
  'unit_number',
  'house_number',
  'street_name',
  'suburb',
  'postcode',
  'area',
  'area_unit',
  'contract_date',
  'settlement_date',
  'purchase_price',
  'zone_code',
  'nature',
  'purpose',
  'strata_lot',
  'component_code',
  'sale_code',
  'interest_pct',
  'dealing_number',
  'dimensions',
  'legal_description',
  'vendors',
  'purchasers',
] as const;

/** One line of COPY text for sale_received, without its file_id. */
export function receivedRow(sale: SaleRecord, header: Header): string {
  const content = [
    sale.district_code,
    copyValue(sale.property_id),
    copyText(sale.valuation_number),
    copyText(sale.prop_name),
    copyText(sale.unit_number),
    copyText(sale.house_number),
    copyText(sale.street_name),
    copyText(sale.suburb),
    copyText(sale.postcode),
    copyValue(sale.area),
    copyText(sale.area_unit),
    copyText(sale.contract_date),
    copyText(sale.settlement_date),
    copyValue(sale.purchase_price),
    copyText(sale.zone_code),
    copyText(sale.nature),
    copyText(sale.primary_purpose),
    copyText(sale.strata_lot),
    copyText(sale.component_code),
    copyText(sale.sale_code),
    // The whole is stored as null, as in sale.
    copyValue(sale.interest_pct === 100 ? null : sale.interest_pct),
    copyText(sale.dealing_number),
    copyText(sale.dimensions),
    copyText(sale.legal_description),
    copyArray(sale.vendors),
    copyArray(sale.purchasers),
  ].join('\t');
  const finding = sale.findings.length === 0 ? null : sale.findings.map((each) => each.message).join(' ');
  const head = [
    sale.line_no,
    header.layout === 'archive' ? 't' : 'f',
    header.downloaded_at,
    copyText(sale.recorded_at),
    hash('md5', content),
    copyValue(sale.sale_counter),
    copyText(finding),
  ].join('\t');
  return `${head}\t${content}`;
}

function copyValue(value: number | null): string {
  return value === null ? '\\N' : String(value);
}

export function copyText(value: string | null): string {
  if (value === null) return '\\N';
  // Both hardly ever occur in these files; lines end where the reader split them.
  return value.includes('\\') || value.includes('\t') || value.includes('\n') || value.includes('\r')
    ? value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
    : value;
}

function copyArray(values: readonly string[]): string {
  if (values.length === 0) return '{}';
  const quoted = values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);
  return copyText(`{${quoted.join(',')}}`);
}
