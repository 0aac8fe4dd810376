import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';

/**
 * Lists of PIDs of the last week: a street of a result that went to the mapping program, a few that were pasted, and one that
 * came back as a file with a blank line, a PID twice and one that no property has.
 */
export async function plantHandoffs(
  client: OwnerClient,
  day: string,
): Promise<Readonly<Record<string, number>>> {
  const n = await writeRows(client, {
    action: 'insert',
    table: 'handoff_log',
    columns: {
      direction: 'l.direction',
      source: 'l.source',
      file_name: 'l.file',
      pids: 'p.pids',
      n_lines: 'cardinality(p.pids) + jsonb_array_length(l.faults)',
      faults: 'l.faults',
      mark: 'gen_random_uuid()',
      created_by:
        "(select u.id from app_user u where u.synthetic and u.username like 'office%' order by u.id limit 1)",
      created_at: "$1::date + l.days + time '01:20'",
    },
    from: `(values
        ('OUT', 'RESULT', null, 24, 0, -6, '[]'::jsonb),
        ('OUT', 'PASTED', null, 3, 30, -4, '[]'),
        ('IN', 'FILE', 'valmap-selection.txt', 18, 6, -2,
          '[{"line": 5, "text": "", "fault": "BLANK"}, {"line": 9, "text": "999999999", "fault": "UNKNOWN"}]'))
        l (direction, source, file, most, from_place, days, faults)
      cross join lateral (select array_agg(o.id order by o.id) as pids from (select p.id from property p
        where p.synthetic and p.status = 'A' and p.district_code = '001' order by p.suburb, p.street_name, p.id
        limit l.most offset l.from_place) o) p
      where cardinality(p.pids) = l.most order by l.days`,
    values: [day],
  });
  // The line that repeats another is told by its PID.
  await client.query(
    `update handoff_log set n_lines = n_lines + 1,
       faults = faults || jsonb_build_object('line', 12, 'text', pids[3]::text, 'fault', 'DOUBLE')
     where source = 'FILE' and file_name = 'valmap-selection.txt'`,
  );
  return { handoff_log: n };
}
