import type { OwnerClient } from '#server/database/client.ts';

export interface ForeignLine {
  readonly line: number;
  readonly district: string;
  /** The end of a sentence that begins with the line. */
  readonly what: string;
}

/**
 * The first line of received files that whoever works in these districts may not bring or take back: it lies in another
 * district, or would change a sale or a property of another. Imports write as the owner, past row security, so the rows
 * themselves are asked here.
 */
export async function foreignLine(
  client: OwnerClient,
  fileIds: readonly number[],
  districts: readonly string[] | '*',
): Promise<ForeignLine | null> {
  if (districts === '*' || fileIds.length === 0) return null;
  const { rows } = await client.query<ForeignLine & { readonly [column: string]: unknown }>(
    `select f.line, f.district, f.what from (
       select r.file_id, r.line_no as line, r.district_code as district, 'lies in it' as what
       from sale_received r where r.file_id = any ($1::bigint[]) and r.district_code <> all ($2::text[])
       union all
       select r.file_id, r.line_no, s.district_code, 'is about sale ' || s.id || ' there'
       from sale_received r join sale s on s.natural_key = r.natural_key
       where r.file_id = any ($1::bigint[]) and s.district_code::text <> all ($2::text[])
       union all
       select r.file_id, r.line_no, p.district_code, 'is about property ' || p.id || ' there'
       from sale_received r join property p on p.id = r.property_id
       where r.file_id = any ($1::bigint[]) and p.district_code::text <> all ($2::text[])
     ) f order by f.file_id, f.line limit 1`,
    [fileIds, districts],
  );
  return rows[0] ?? null;
}

/** Why such a line is refused. */
export function foreignReason({ district, what }: ForeignLine): string {
  return `You do not work in district ${district}, and this line ${what}. Ask somebody who works there to bring the file.`;
}
