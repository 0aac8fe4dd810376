import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';

/** The run of each district that linked what stands as linked by a run, some weeks before today. */
export async function plantLinkRuns(client: OwnerClient, today: string): Promise<{ link_run: number }> {
  const runs = await writeRows(client, {
    action: 'insert',
    table: 'link_run',
    columns: {
      district_code: 'f.district_code',
      base_date: 'f.base_date',
      n_components: 'f.components',
      n_sales: 'f.sales',
      n_benchmarks: 'f.benchmarks',
      n_added: 'f.links',
      synthetic: 'true',
      created_at: 'f.at',
      created_by: '(select min(id) from app_user where valuer and synthetic)',
    },
    from: `(
      select l.district_code, l.base_date, count(distinct l.component_code) as components, count(distinct l.analysis_id) as sales,
        count(distinct l.property_id) as benchmarks, count(*) as links, (l.base_date + 75 + time '10:00') at time zone 'UTC' as at
      from analysis_benchmark l where l.synthetic and l.linked_by = 'RUN' group by 1, 2 order by 1) f
      where f.at < $1::date`,
    values: [today],
  });
  await writeRows(client, {
    action: 'insert',
    table: 'link_run_line',
    columns: {
      run_id: 'r.id',
      district_code: 'r.district_code',
      synthetic: 'true',
      component_code: 'l.component_code',
      what: "'ADDED'",
      link_id: 'l.id',
    },
    from: `link_run r join analysis_benchmark l on l.district_code = r.district_code and l.base_date = r.base_date
      and l.linked_by = 'RUN' and l.synthetic where r.synthetic order by l.id`,
  });
  await writeRows(client, {
    action: 'update',
    table: 'analysis_benchmark',
    fields: {},
    marks: { run_id: 'r.id' },
    from: 'link_run r',
    where:
      "t.synthetic and t.linked_by = 'RUN' and r.district_code = t.district_code and r.base_date = t.base_date and r.synthetic",
  });
  return { link_run: runs };
}
