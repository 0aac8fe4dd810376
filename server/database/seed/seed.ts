import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import { writeRows } from '../write-rows.ts';

const folder = dirname(fileURLToPath(import.meta.url));

const seeds = [
  {
    file: 'districts.json',
    table: 'district',
    columns: { code: 's.code', name: 's.name', current: 's.current', successor_code: 's.successor_code' },
    types: 'code text, name text, current boolean, successor_code text',
    unless: ['code'],
  },
  {
    file: 'zones.json',
    table: 'zone',
    columns: {
      code: 's.code',
      name: 's.name',
      category: 's.category',
      legacy_letter: 's.legacy_letter',
      valid_from: "coalesce(s.valid_from, '1900-01-01')",
      valid_to: "coalesce(s.valid_to, '9999-12-31')",
      cod_limit: 's.cod_limit',
      default_risk: 's.default_risk',
    },
    types: `code text, name text, category text, legacy_letter text, valid_from date, valid_to date,
      cod_limit numeric, default_risk text`,
    unless: ['code', 'valid_from'],
  },
  {
    file: 'reference-items.json',
    table: 'reference_item',
    columns: { list: 's.list', code: 's.code', name: 's.name', posn: 's.posn', extra: 's.extra' },
    types: 'list text, code text, name text, posn integer, extra jsonb',
    unless: ['list', 'code'],
    // A list that came with a later version is filled as well.
    missing: 'not exists (select from reference_item r where r.list = s.list)',
  },
] as const;

/** Districts, zones and reference lists, filled where they are empty: what people change is theirs. */
export async function seedReference(client: pg.ClientBase): Promise<void> {
  for (const { file, table, columns, types, unless, ...rest } of seeds) {
    const missing = 'missing' in rest ? rest.missing : `not exists (select from ${table})`;
    const values = [readFileSync(join(folder, file), 'utf8')];
    const from = `jsonb_to_recordset($1::jsonb) as s (${types}) where ${missing}`;
    await writeRows(client, { action: 'insert', table, columns, from, unless, values });
  }
}
