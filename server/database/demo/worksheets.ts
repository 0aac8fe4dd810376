import type { OwnerClient } from '../client.ts';
import { writeRows } from '../write-rows.ts';

/**
 * Worksheets of the last two years for one in thirteen properties of the higher risks. What reports of exceptions look
 * for stands once in each district: a finished one of another value than the property's, one of another area.
 */
export async function addWorksheets(client: OwnerClient, today: string): Promise<void> {
  await writeRows(client, {
    action: 'insert',
    table: 'worksheet',
    columns: {
      district_code: 'c.district_code',
      property_id: 'c.id',
      base_date: 'v.base_date',
      stage: `case when v.base_date < future_base_date() or c.handcrafted or c.place <= 2 then 'DONE'
        else (array['DRAFT', 'REVIEW', 'DONE'])[1 + c.id % 3] end`,
      adopted_value: `case when c.place = 1 and v.base_date = future_base_date() then round_land_value(v.land_value * 1.06)
        else v.land_value end`,
      notes: `case when c.id % 5 = 0 then rich_text_of('Compared with sales of the same street.') end`,
      exported_on: `case when v.base_date < future_base_date() and date '2026-03-20' <= $1::date then date '2026-03-20' end`,
      synthetic: 'true',
    },
    from: `(select p.id, p.district_code, p.handcrafted, row_number() over (partition by p.district_code order by p.id) as place
        from property p where p.synthetic and p.status = 'A' and p.area > 0 and p.risk_rating ~ '^[12]-' and p.id % 13 = 4) c
      join property_value v on v.property_id = c.id and v.series = 'LT' and v.land_value > 0
        and (v.base_date = future_base_date() or (v.base_date = lt_base_date() and c.id % 3 = 0))
      order by c.id, v.base_date`,
    values: [today],
  });
  // A home stands on its site; of larger land the site is a part and the rest the balance.
  await writeRows(client, {
    action: 'insert',
    table: 'worksheet_line',
    columns: {
      worksheet_id: 'l.id',
      part: `'MAIN'`,
      posn: 'n.posn',
      description: `case when not l.large then 'Site' when n.posn = 1 then 'House site' else 'Balance' end`,
      qty: `case when not l.large then round(l.area * case when l.differs then 0.9 else 1 end, 1)
        when n.posn = 1 then case when l.differs then 3000 else 4000 end else round((l.area - 4000) / 10000, 4) end`,
      unit: `case when l.large and n.posn = 2 then 'H' else 'M' end`,
      rate: `case when not l.large then l.land_value / l.area
        when n.posn = 1 then l.land_value * 0.5 / 4000 else l.land_value * 0.5 / ((l.area - 4000) / 10000) end`,
      balance: 'n.posn = 2 and not l.differs',
    },
    from: `(select w.id, v.land_value, w.area, w.area >= 20000 as large, w.base_date = future_base_date()
          and row_number() over (partition by w.district_code, w.base_date order by w.property_id) = 2 as differs
        from worksheet w
        join property_value v on v.property_id = w.property_id and v.base_date = w.base_date and v.series = 'LT'
        where w.synthetic) l
      join (values (1), (2)) n (posn) on n.posn = 1 or l.large
      order by l.id, n.posn`,
  });
}
