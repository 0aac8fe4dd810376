import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';

/** A property that stands as it should, but for what is written of it. */
interface Misfit {
  readonly district: string;
  readonly columns: { readonly [column: string]: string };
  /** The zone of the property before. */
  readonly zone?: string;
}

/** A property for each reason for which a component does not fit. */
const misfits: readonly Misfit[] = [
  { district: '005', columns: { component_code: 'null' } },
  { district: '005', columns: { component_code: "'ZZY'" } },
  { district: '007', columns: { component_code: "'XXA'" } },
  { district: '007', zone: 'R1', columns: { zone_code: "'R5'" } },
  { district: '005', zone: 'MU1', columns: { zone_code: "'B4'" } },
  { district: '007', columns: { crown: 'true' } },
  { district: '005', columns: { benchmark_property_type: "'OTH'" } },
];

/** What reports of components and benchmarks look for, of rows that are loaded. */
export async function plantBenchmarks(client: OwnerClient): Promise<void> {
  await plantMisfits(client);
}

async function plantMisfits(client: OwnerClient): Promise<void> {
  await writeRows(client, {
    action: 'insert',
    table: 'component',
    columns: {
      district_code: 'c.district_code',
      code: "'XXA'",
      zone_code: 'c.zone_code',
      description: "'R1 residential, now part of ' || c.code",
      property_type: 'c.property_type',
      valuer_id: 'c.valuer_id',
      active: 'false',
      synthetic: 'true',
    },
    from: "component c where c.synthetic and c.district_code = '007' and c.code = 'AAA'",
  });
  for (const { district, zone, columns } of misfits)
    await writeRows(client, {
      action: 'update',
      table: 'property',
      fields: {},
      marks: columns,
      from: '(select) one',
      // The last of those that nothing else is told of.
      where: `t.id = (select max(p.id) from property p
        join component c on c.district_code = p.district_code and c.code = p.component_code and c.synthetic
        where p.synthetic and p.status = 'A' and p.district_code = $1 and p.zone_code = c.zone_code
          and p.zone_code = coalesce($2, p.zone_code) and p.benchmark_property_type = c.property_type and not p.crown and c.active
          and p.benchmark_type is null and not p.handcrafted and p.strata_plan is null
          and not exists (select from sale s where s.property_id = p.id)
          and not exists (select from supp s where s.property_id = p.id))`,
      values: [district, zone ?? null],
    });
}
