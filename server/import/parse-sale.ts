import { parseArea, parseCount, parseDay, parseInterest, parseStamp } from './fields.ts';
import { ImportRefusal } from './refusal.ts';
import type { Finding, Header, SaleRecord } from './sale-record.ts';

/** A B record before its C and D records are known. */
export type SaleHead = Omit<SaleRecord, 'vendors' | 'purchasers'>;

/** B of 2001 to today: 24 fields and the empty part behind the last delimiter (domain, 7.1). */
export function parseCurrentSale(part: readonly string[], line: number, header: Header): SaleHead {
  expectParts(part, line, 25, 25);
  const text = textReader(part, line);
  const findings = text.findings;
  const unit = parseUnit(at(part, 12), line);
  const property_id = parseCount(at(part, 2), 'Property id', line, 10);
  if (property_id === null) {
    findings.push({
      code: 'property-blank',
      message: 'Property id is blank. Kept as a sale without a property.',
    });
  }
  return {
    line_no: line,
    district_code: parseDistrict(at(part, 1), line),
    property_id,
    valuation_number: null,
    sale_counter: parseCount(at(part, 3), 'Sale counter', line, 7),
    recorded_at: parseStamp(at(part, 4)),
    prop_name: text.read(5, 40, 'Property name'),
    unit_number: text.read(6, 10, 'Unit number'),
    house_number: text.read(7, 10, 'House number'),
    street_name: text.read(8, 38, 'Street'),
    suburb: text.read(9, 40, 'Locality'),
    postcode: text.read(10, 4, 'Postcode'),
    area: parseArea(at(part, 11), unit ?? 'M', line),
    area_unit: unit,
    ...readDates(at(part, 13), at(part, 14), header, findings),
    purchase_price: readPrice(at(part, 15), line, findings),
    zone_code: text.read(16, 4, 'Zone'),
    nature: readNature(at(part, 17), line),
    primary_purpose: text.read(18, 20, 'Primary purpose'),
    strata_lot: text.read(19, 5, 'Strata lot'),
    component_code: text.read(20, 3, 'Component'),
    sale_code: text.read(21, 3, 'Sale code'),
    interest_pct: parseInterest(at(part, 22), line),
    dealing_number: text.read(23, 10, 'Dealing number'),
    dimensions: null,
    legal_description: null,
    findings,
  };
}

/** B of the archive 1990 to 2001: 20 fields, some lines one more (domain, 7.2). Vendor and purchaser are never read. */
export function parseArchiveSale(part: readonly string[], line: number, header: Header): SaleHead {
  expectParts(part, line, 21, 22);
  const text = textReader(part, line);
  const findings = text.findings;
  const unit = parseUnit(at(part, 14), line);
  const property_id = parseCount(at(part, 4), 'Property id', line, 10);
  if (property_id === null) {
    findings.push({
      code: 'property-blank',
      message: 'Property id is blank. Kept as a sale without a property.',
    });
  }
  return {
    line_no: line,
    district_code: parseDistrict(at(part, 1), line),
    property_id,
    valuation_number: text.read(3, 16, 'Valuation number'),
    sale_counter: null,
    recorded_at: null,
    prop_name: null,
    unit_number: text.read(5, 6, 'Unit number'),
    house_number: text.read(6, 14, 'House number'),
    street_name: text.read(7, 30, 'Street'),
    suburb: text.read(8, 40, 'Suburb'),
    postcode: text.read(9, 9, 'Postcode'),
    area: parseArea(at(part, 13), unit ?? 'M', line),
    area_unit: unit,
    ...readDates(at(part, 10), '', header, findings),
    purchase_price: readPrice(at(part, 11), line, findings),
    zone_code: text.read(17, 4, 'Zone'),
    nature: null,
    primary_purpose: null,
    strata_lot: null,
    component_code: text.read(16, 2, 'Component'),
    sale_code: null,
    interest_pct: 100,
    dealing_number: null,
    dimensions: text.read(15, 40, 'Dimensions'),
    legal_description: text.read(12, 1000, 'Land description'),
    findings,
  };
}

function expectParts(part: readonly string[], line: number, least: number, most: number): void {
  if (part.length >= least && part.length <= most && part[part.length - 1] === '') return;
  throw new ImportRefusal(
    'wrong-field-count',
    line,
    `The B record has ${part.length - 1} fields, this layout has ${least - 1}. Is the line cut or joined?`,
  );
}

function at(part: readonly string[], index: number): string {
  return (part[index] ?? '').trim();
}

function textReader(part: readonly string[], line: number) {
  const findings: Finding[] = [];
  const read = (index: number, size: number, field: string): string | null => {
    const value = at(part, index);
    if (value === '') return null;
    if (value.length > size * 4) {
      throw new ImportRefusal(
        'bad-value',
        line,
        `${field} has ${value.length} characters, the layout ${size}.`,
      );
    }
    if (value.length > size) {
      findings.push({
        code: 'field-too-long',
        message: `${field} "${value}" is longer than the layout's ${size} characters. Kept whole.`,
      });
    }
    return value;
  };
  return { findings, read };
}

function parseDistrict(text: string, line: number): string {
  if (/^\d{3}$/.test(text)) return text;
  throw new ImportRefusal('bad-value', line, `District "${text}" is not a code of three digits.`);
}

function parseUnit(text: string, line: number): 'M' | 'H' | null {
  if (text === '') return null;
  if (text === 'M' || text === 'H') return text;
  throw new ImportRefusal(
    'bad-value',
    line,
    `Area type "${text}" is neither M (square metres) nor H (hectares).`,
  );
}

function readNature(text: string, line: number): string | null {
  if (text === '') return null;
  if (text === 'V' || text === 'R' || text === '3') return text;
  throw new ImportRefusal('bad-value', line, `Nature of property "${text}" is none of V, R and 3.`);
}

function readPrice(text: string, line: number, findings: Finding[]): number {
  const price = parseCount(text, 'Purchase price', line, 12);
  if (price === null) throw new ImportRefusal('bad-value', line, 'Purchase price is blank.');
  if (price === 0) findings.push({ code: 'price-zero', message: 'Purchase price is 0. Kept as it is.' });
  return price;
}

function readDates(contract: string, settlement: string, header: Header, findings: Finding[]) {
  const contract_date = readDay(contract, 'Contract date', findings);
  const settlement_date = readDay(settlement, 'Settlement date', findings);
  if (contract === '') {
    findings.push({ code: 'contract-date-blank', message: 'Contract date is blank. Kept as unknown.' });
  }
  if (contract_date !== null) {
    const year = Number(contract_date.slice(0, 4));
    if (year < 1900 || year > Number(header.downloaded_at.slice(0, 4))) {
      findings.push({
        code: 'contract-year',
        message: `Contract year ${contract_date.slice(0, 4)} is odd. Kept as it is; correct it in the sale.`,
      });
    } else if (settlement_date !== null && settlement_date < contract_date) {
      findings.push({
        code: 'settlement-before-contract',
        message: `Settlement ${settlement_date} is before the contract ${contract_date}. Kept as it is.`,
      });
    }
  }
  return { contract_date, settlement_date };
}

function readDay(text: string, field: string, findings: Finding[]): string | null {
  if (text === '') return null;
  const day = parseDay(text);
  if (day === null) {
    findings.push({ code: 'date-unreadable', message: `${field} "${text}" is not a date. Kept as unknown.` });
  }
  return day;
}
