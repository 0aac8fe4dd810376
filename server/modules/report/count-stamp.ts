import { type Caller, whoOf } from '../../access/caller.ts';
import { readSysparams } from '../../access/system-parameters.ts';
import type { Context } from '../../context.ts';
import { officeDay } from '../../database/office-day.ts';

/** What counts stand on: the last change of each district, the contractor's options, the base year, the day. */
export interface Standing {
  readonly baseYear: number;
  /** Of a district and a report's definition: another one is another count. */
  readonly stampOf: (district: string, hash: string) => string;
}

export async function standingOf(
  districts: readonly string[],
  caller: Caller,
  context: Pick<Context, 'database' | 'now' | 'config' | 'sysparams'>,
): Promise<Standing> {
  const parameters = await readSysparams(context);
  const baseYear = Number((parameters.CURRBASE ?? '').slice(0, 4)) || 0;
  const { rows } = await context.database.read(whoOf(caller), { dataset: 'both' }, (client) =>
    client.query<{ code: string; last: string }>(
      'select d.code, district_stamp(d.code) as last from unnest($1::text[]) as d (code)',
      [districts],
    ),
  );
  const last = new Map(rows.map((row) => [row.code, row.last]));
  const day = officeDay(context.now(), context.config.timeZone);
  return {
    baseYear,
    stampOf: (district, hash) => [last.get(district) ?? '', hash, baseYear, day].join(' '),
  };
}
