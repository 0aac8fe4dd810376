import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';

/** Reports whose comments are still last year's were brought forward from there. */
export async function plantComponents(client: OwnerClient): Promise<void> {
  await writeRows(client, {
    action: 'update',
    table: 'component_year',
    fields: {},
    marks: { brought_from: 't.carried_from', written_by: 't.report_valuer_id' },
    from: '(select) one',
    where: 't.synthetic and t.carried_from is not null',
  });
}
