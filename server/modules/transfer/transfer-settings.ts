// What the options say of the folder and the clock, and as whom.
import type { Database } from '../../database/open-database.ts';
import { everywhere } from '../../database/transaction.ts';

export interface TransferSettings {
  readonly inbox: boolean;
  readonly inboxUser: string | null;
  readonly inboxUserId: number | null;
  /** None where nothing is exported by the clock. */
  readonly type: string;
  readonly districts: string | null;
  readonly scheduleUser: string | null;
  readonly scheduleUserId: number | null;
  /** The last moment that was due and may still be met; null where there is none, or it was met. */
  readonly due: string | null;
  readonly [column: string]: unknown;
}

/** Hours within which a moment that was missed is made up for. */
const lateHours = 12;

/** The moment that was due last: after the clock was set, not met yet, and not long ago. */
const dueMoment = `
  select max(m.at) from (
    select (d.day + s.time::time) at time zone $2::text as at
    from (select setting_text('schedule.time') as time, setting_text('schedule.day') as day) s
    cross join lateral (select ($1::timestamptz at time zone $2::text)::date - n as day from generate_series(0, 1) n) d
    where s.day = 'every day' or trim(to_char(d.day, 'FMDay')) = s.day) m
  where m.at <= $1::timestamptz and m.at > $1::timestamptz - make_interval(hours => ${lateHours})
    and m.at > (select max(s.updated_at) from setting s where s.key like 'schedule.%')
    and not exists (select from transfer_log t where t.due_at = m.at)`;

export async function transferSettings(
  database: Database,
  now: Date,
  timeZone: string,
): Promise<TransferSettings> {
  const { rows } = await database.read(everywhere, {}, (client) =>
    client.query<TransferSettings>(
      `select setting_flag('inbox.on') as inbox, setting_text('inbox.user') as "inboxUser", i.id as "inboxUserId",
         setting_text('schedule.type') as type, setting_text('schedule.districts') as districts,
         setting_text('schedule.user') as "scheduleUser", e.id as "scheduleUserId",
         case when setting_text('schedule.type') <> 'none' then (${dueMoment}) end as due
       from (select) one
       left join app_user i on i.username = setting_text('inbox.user') and i.active
       left join app_user e on e.username = setting_text('schedule.user') and e.active`,
      [now.toISOString(), timeZone],
    ),
  );
  const [row] = rows;
  if (!row) throw new Error('The options answer nothing.');
  return row;
}
