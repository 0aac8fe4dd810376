import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';

const folder = dirname(fileURLToPath(import.meta.url));

const seeds = [
  {
    file: 'districts.json',
    missing: 'select count(*)::int as n from district',
    insert: `insert into district (code, name, current, successor_code)
      select code, name, current, successor_code
      from jsonb_to_recordset($1::jsonb) as s (code text, name text, current boolean, successor_code text)
      on conflict (code) do nothing`,
  },
  {
    file: 'zones.json',
    missing: 'select count(*)::int as n from zone',
    insert: `insert into zone (code, name, category, legacy_letter, valid_from, valid_to, cod_limit, default_risk)
      select code, name, category, legacy_letter, coalesce(valid_from, '1900-01-01'), coalesce(valid_to, '9999-12-31'),
        cod_limit, default_risk
      from jsonb_to_recordset($1::jsonb) as s (code text, name text, category text, legacy_letter text,
        valid_from date, valid_to date, cod_limit numeric, default_risk text)
      on conflict (code, valid_from) do nothing`,
  },
  {
    file: 'reference-items.json',
    missing: 'select count(*)::int as n from reference_item',
    insert: `insert into reference_item (list, code, name, posn, extra)
      select list, code, name, posn, extra
      from jsonb_to_recordset($1::jsonb) as s (list text, code text, name text, posn integer, extra jsonb)
      on conflict (list, code) do nothing`,
  },
] as const;

/** Districts, zones and reference lists, filled where they are empty: what people change is theirs. */
export async function seedReference(client: pg.ClientBase): Promise<void> {
  for (const seed of seeds) {
    const { rows } = await client.query<{ n: number }>(seed.missing);
    if (rows[0]?.n === 0) await client.query(seed.insert, [readFileSync(join(folder, seed.file), 'utf8')]);
  }
}
