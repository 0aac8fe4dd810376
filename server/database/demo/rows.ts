// Rows of the demo, named as the columns they fill; `id` of a component, sale or analysis counts from 1 and is moved
// behind what the database holds already.

export interface ComponentRow {
  readonly district_code: string;
  readonly code: string;
  readonly zone_code: string;
  readonly description: string;
  readonly property_type: string;
  readonly valuer: number;
  readonly reviewed_on: string;
  readonly non_homogeneous: boolean;
}

export interface PropertyRow {
  readonly id: number;
  readonly district_code: string;
  readonly status: string;
  readonly property_type: string;
  readonly prop_name: string | null;
  readonly unit_number: string | null;
  readonly hnum1: number | null;
  readonly hnum1_suffix: string | null;
  readonly street_name: string;
  readonly suburb: string;
  readonly postcode: string;
  readonly legal_description: string | null;
  readonly area: number | null;
  readonly area_unit: 'M' | 'H';
  readonly dimensions: string | null;
  readonly frontage: number | null;
  readonly depth: number | null;
  readonly zone_code: string;
  readonly component_code: string;
  readonly benchmark_type: string | null;
  readonly benchmark_property_type: string;
  readonly subcategory: string;
  readonly land_use: string;
  readonly strata_plan: string | null;
  readonly strata_lot: string | null;
  readonly risk_rating: string;
  readonly handcrafted: boolean;
  readonly heritage: boolean;
  readonly lat: number;
  readonly lon: number;
}

export interface LotRow {
  readonly property_id: number;
  readonly lot: string;
  readonly plan_type: string;
  readonly plan: string;
}

export interface ParcelRow {
  readonly property_id: number;
  readonly district_code: string;
  readonly bounds: string;
  readonly rings: string;
  readonly area: number;
}

/** Allowances and concessions: deducted amounts, a second value, or an apportionment in per cent. */
export interface ReliefColumns {
  readonly onsite_allowance: number | null;
  readonly offsite_allowance: number | null;
  readonly subdivider_allowance: number | null;
  readonly stratum_allowance: number | null;
  readonly heritage_value: number | null;
  readonly muaf_pct: number | null;
  readonly mdaf_pct: number | null;
  readonly unutilised_value: number | null;
  readonly attributable_part: number | null;
}

export interface ValueRow extends ReliefColumns {
  readonly property_id: number;
  readonly district_code: string;
  readonly base_date: string;
  readonly series: 'LT' | 'LG';
  readonly land_value: number;
  readonly authority_code: string;
  readonly basis_code: string;
  readonly method: string;
  readonly factor_applied: number | null;
  readonly factor_component: string | null;
  readonly handcrafted: boolean;
  readonly risk_rating: string;
  readonly verification_type: string | null;
  readonly verified_on: string | null;
  /** The valuer's place among the demo's valuers. */
  readonly verified_by: number | null;
}

export interface SaleRow {
  readonly id: number;
  readonly source: string;
  readonly district_code: string;
  readonly property_id: number;
  readonly sale_counter: number;
  readonly download_at: string;
  readonly prop_name: string | null;
  readonly unit_number: string | null;
  readonly house_number: string | null;
  readonly street_name: string;
  readonly suburb: string;
  readonly postcode: string;
  /** Null in a few records, as in real files. */
  readonly contract_date: string | null;
  readonly settlement_date: string;
  readonly purchase_price: number;
  readonly interest_pct: number | null;
  readonly nature: string;
  readonly purpose: string;
  readonly strata_lot: string | null;
  readonly zone_code: string;
  readonly component_code: string;
  readonly sale_code: string | null;
  readonly dealing_number: string;
  readonly area: number | null;
  readonly area_unit: 'M' | 'H';
  readonly legal_description: string | null;
  readonly multi_property: boolean;
  readonly dealing_size: number;
  readonly confirmed: boolean;
  readonly suitable: boolean | null;
  readonly inspected_on: string | null;
}

export interface AnalysisRow {
  readonly id: number;
  readonly sale_id: number;
  readonly property_id: number;
  readonly district_code: string;
  readonly zone_code: string;
  readonly component_code: string;
  readonly valuer: number;
  readonly inspection_date: string;
  readonly analysis_date: string;
  readonly contract_date: string;
  readonly sale_code: string;
  readonly purchase_price: number;
  readonly area: number | null;
  readonly area_unit: 'M' | 'H';
  readonly suitability: string;
  readonly suitability_reason: string | null;
  readonly added_value: number;
  readonly analysed_lv: number;
  readonly time_method: string;
  readonly monthly_pct: number;
  readonly has_photo: boolean;
  readonly state: 'DRAFT' | 'EXPORTABLE' | 'EXPORTED';
  readonly exportable: boolean;
  readonly exportable_on: string | null;
  readonly exported: boolean;
  readonly exported_on: string | null;
}

export interface SuppRow {
  readonly id: number;
  readonly property_id: number;
  readonly district_code: string;
  readonly supp_type: string;
  readonly reason_code: string;
  readonly vg_workflow: string;
  readonly batch: string;
  readonly received_on: string;
  readonly due_on: string | null;
  readonly authority_code: string;
  readonly basis_code: string;
  readonly old_area: number | null;
  readonly old_area_unit: 'M' | 'H';
  readonly old_zone_code: string;
  readonly old_component_code: string;
  readonly old_legal_description: string | null;
  readonly new_area: number | null;
  readonly new_area_unit: 'M' | 'H' | null;
  readonly new_zone_code: string | null;
  readonly new_component_code: string | null;
  readonly new_address: string | null;
  readonly transmit_status: 'F' | 'T' | 'S' | 'X';
  readonly stage: string;
  /** Places among the demo's valuers. */
  readonly assigned: number | null;
  readonly valuer: number | null;
  readonly inspected_on: string | null;
  readonly valuer_comment: string | null;
  readonly sent_on: string | null;
  readonly completed_on: string | null;
}

/** A base date that a supp needs a value for; not valued yet without one. */
export interface SuppValueRow extends ReliefColumns {
  readonly supp_id: number;
  readonly base_date: string;
  readonly series: 'LT' | 'LG';
  readonly land_value: number | null;
  readonly basis_code: string | null;
}

export interface SuppPropertyRow {
  readonly supp_id: number;
  readonly property_id: number;
  readonly role: 'PARENT' | 'CHILD' | 'SELF';
}

export interface DistrictYearRow {
  readonly district_code: string;
  readonly base_date: string;
  readonly state: string;
  readonly general_valuation: boolean;
  readonly in_tranche: boolean;
  readonly locked_by: number | null;
  readonly locked_at: string | null;
}

export interface ComponentYearRow {
  readonly district_code: string;
  readonly component_code: string;
  readonly base_date: string;
  readonly factor: number;
  readonly applied_on: string | null;
  readonly applied_by: number | null;
  readonly n_applied: number;
  readonly trend: number;
  readonly monthly_pct: number;
  readonly report_status: string;
  readonly report_valuer_id: number;
  /** Formatted text, as JSON. */
  readonly comments: string | null;
  readonly handcrafted: boolean;
  readonly carried_from: string | null;
  readonly last_link_on: string | null;
}

export interface BenchmarkYearRow {
  readonly property_id: number;
  readonly district_code: string;
  readonly component_code: string;
  readonly base_date: string;
  readonly benchmark_type: string;
  readonly lv_old: number;
  readonly lv_new: number;
  readonly comment: string | null;
}

export interface DemoRows {
  readonly districtYears: readonly DistrictYearRow[];
  readonly componentYears: readonly ComponentYearRow[];
  readonly benchmarkYears: readonly BenchmarkYearRow[];
  readonly components: readonly ComponentRow[];
  readonly properties: readonly PropertyRow[];
  readonly lots: readonly LotRow[];
  readonly parcels: readonly ParcelRow[];
  readonly values: Iterable<ValueRow>;
  readonly sales: readonly SaleRow[];
  readonly analyses: readonly AnalysisRow[];
  readonly supps: readonly SuppRow[];
  readonly suppValues: readonly SuppValueRow[];
  readonly suppProperties: readonly SuppPropertyRow[];
}
