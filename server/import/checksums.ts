import { createHash } from 'node:crypto';
import type { OwnerClient } from '#server/database/client.ts';
import { SALE_FIELDS } from './merge-sales.ts';

/**
 * What the import answers for, without surrogate ids, times of day, versions, and file ids (a file is its checksum):
 * these depend on the order of imports, the rest must not.
 */
const CONTENTS: Readonly<Record<string, string>> = {
  sale: `select ${SALE_FIELDS.join(', ')}, source, status, natural_key, download_at, sale_counter, line_no,
    multi_property, dealing_size, confirmed, suitable, conflict, synthetic from sale`,
  sale_conflict: `select s.natural_key, k.district_code, k.download_at, k.line_no, k.fields, k.existing, k.incoming, k.state
    from sale_conflict k join sale s on s.id = k.sale_id`,
  sale_received: `select f.sha256, r.line_no, r.download_at, r.content, r.natural_key, r.finding
    from sale_received r join import_file f on f.id = r.file_id`,
  property: `select id, district_code, status, prop_name, unit_number, hnum1_prefix, hnum1, hnum1_suffix, hnum2_prefix,
    hnum2, hnum2_suffix, street_name, suburb, postcode, address, legal_description, area, area_unit, dimensions,
    zone_code, component_code, strata_lot, line_no, synthetic from property`,
  legal_lot: `select property_id, lot, section, plan_type, plan, part, tail from legal_lot`,
  component: 'select district_code, code, zone_code, zone_as_of, synthetic from component',
};

export type Checksums = Readonly<Record<string, string>>;

/** One checksum a table over the sorted text of its rows. */
export async function tableChecksums(client: OwnerClient): Promise<Checksums> {
  const sums: Record<string, string> = {};
  for (const [table, contents] of Object.entries(CONTENTS)) {
    const hash = createHash('md5');
    const rows = `select t::text as line from (${contents}) t order by t::text collate "C"`;
    for await (const batch of client.batches<{ line: string }>(rows, [], 5000)) {
      for (const { line } of batch) hash.update(line).update('\n');
    }
    sums[table] = hash.digest('hex');
  }
  return sums;
}
