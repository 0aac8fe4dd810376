/** How a file writes its records: today's, the one before 2012 without a file type, or the archive 1990 to 2001. */
export type Layout = 'current' | 'untyped' | 'archive';

export interface Header {
  readonly layout: Layout;
  /** Null in the archive, whose files are state-wide. */
  readonly district_code: string | null;
  /** 'yyyy-MM-dd HH:mm', local time: the newest of two records about one sale is decided by it. */
  readonly downloaded_at: string;
}

/** One B record with its C and D records. Blank is null; area is m²; interest is a percentage, 100 for the whole. */
export interface SaleRecord {
  readonly line_no: number;
  readonly district_code: string;
  readonly property_id: number | null;
  readonly valuation_number: string | null;
  readonly sale_counter: number | null;
  readonly recorded_at: string | null;
  readonly prop_name: string | null;
  readonly unit_number: string | null;
  readonly house_number: string | null;
  readonly street_name: string | null;
  readonly suburb: string | null;
  readonly postcode: string | null;
  readonly area: number | null;
  readonly area_unit: 'M' | 'H' | null;
  readonly contract_date: string | null;
  readonly settlement_date: string | null;
  readonly purchase_price: number;
  readonly zone_code: string | null;
  readonly nature: string | null;
  readonly primary_purpose: string | null;
  readonly strata_lot: string | null;
  readonly component_code: string | null;
  readonly sale_code: string | null;
  readonly interest_pct: number;
  readonly dealing_number: string | null;
  readonly dimensions: string | null;
  readonly legal_description: string | null;
  /** Empty unless the setting keeps owner names and the file has any. */
  readonly vendors: readonly string[];
  readonly purchasers: readonly string[];
  readonly findings: readonly Finding[];
}

/** Something odd that does not stop the import: kept, and told in the log. */
export interface Finding {
  readonly code: FindingCode;
  readonly message: string;
}

export type FindingCode =
  | 'property-blank'
  | 'contract-date-blank'
  | 'contract-year'
  | 'date-unreadable'
  | 'settlement-before-contract'
  | 'price-zero'
  | 'field-too-long'
  | 'shifted-line';

export interface RecordCounts {
  readonly total: number;
  readonly b: number;
  readonly c: number;
  readonly d: number;
}
