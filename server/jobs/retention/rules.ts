// How long a table that only grows keeps its rows. A table of that kind without a rule fails tests/server/jobs/retention.test.ts.

/** What stays for good, and why. */
export interface KeptForGood {
  readonly table: string;
  readonly keeps: 'for good';
  readonly reason: string;
}

/** What goes when its time has come. */
export interface KeptForDays {
  readonly table: string;
  readonly days: number;
  /** The moment from which the days count; rows without one stay. */
  readonly since: string;
  /** Which rows may go at all. */
  readonly only?: string;
  readonly reason: string;
}

/** What goes with the row of another table that it belongs to. */
export interface KeptWith {
  readonly table: string;
  readonly with: string;
}

export type RetentionRule = KeptForGood | KeptForDays | KeptWith;

const law = 'The law asks for it: what was received, and what was done with it.';
const history = 'Who changed what, and when, is never lost.';
const work = 'A record of the office’s work.';
const past = 'It has served its purpose.';

export const retentionRules: readonly RetentionRule[] = [
  { table: 'audit', keeps: 'for good', reason: history },
  { table: 'import_file', keeps: 'for good', reason: law },
  { table: 'import_log', keeps: 'for good', reason: law },
  { table: 'sale_received', keeps: 'for good', reason: law },
  { table: 'sale_receipt', keeps: 'for good', reason: law },
  { table: 'received_land_value', keeps: 'for good', reason: law },
  { table: 'value_import', keeps: 'for good', reason: law },
  { table: 'vat_file', keeps: 'for good', reason: law },
  { table: 'export_job', keeps: 'for good', reason: law },
  { table: 'export_item', with: 'export_job' },
  { table: 'export_message', with: 'export_job' },
  { table: 'valuation_file', keeps: 'for good', reason: law },
  { table: 'handoff_log', keeps: 'for good', reason: work },
  { table: 'transfer_log', keeps: 'for good', reason: work },
  { table: 'factor_run', keeps: 'for good', reason: work },
  { table: 'factor_run_value', with: 'factor_run' },
  { table: 'link_run', keeps: 'for good', reason: work },
  { table: 'link_run_line', with: 'link_run' },
  { table: 'index_run', keeps: 'for good', reason: work },
  { table: 'index_run_value', with: 'index_run' },
  { table: 'map_state', keeps: 'for good', reason: 'Addresses of maps that people sent one another.' },
  { table: 'definition_version', keeps: 'for good', reason: history },
  { table: 'migration', keeps: 'for good', reason: history },
  {
    table: 'hit_log',
    days: 400,
    since: 'created_at',
    reason: 'Visits of pages, for a year and a month of comparison.',
  },
  {
    table: 'session',
    days: 90,
    since: 'expires_at',
    reason: 'Sessions that have ended; people see their own for a quarter.',
  },
  {
    table: 'notification',
    days: 400,
    since: 'updated_at',
    only: 'is_archived',
    reason: 'Notifications that their reader has archived.',
  },
  {
    table: 'job',
    days: 400,
    since: 'finished_at',
    only: `not exists (select from export_job e where e.job_id = t.id)
      and not exists (select from import_file f where f.job_id = t.id)`,
    reason:
      'Work that has ended, but for imports and exports, which stay. A change of many can be undone while it is there.',
  },
  { table: 'job_record', with: 'job' },
  {
    table: 'slow_query',
    days: 30,
    since: 'at',
    reason: 'What was slow a month ago is slow for another reason today.',
  },
  { table: 'draft', days: 30, since: 'saved_at', reason: 'What somebody began to write and did not save.' },
  { table: 'request_key', days: 2, since: 'begun_at', reason: 'A repeat comes within a day.' },
  { table: 'limit_count', days: 1, since: 'until', reason: past },
  { table: 'password_reset', days: 7, since: 'expires_at', reason: past },
  { table: 'mail_change', days: 7, since: 'expires_at', reason: past },
  { table: 'sign_in_ticket', days: 1, since: 'expires_at', reason: past },
  { table: 'passkey_challenge', days: 1, since: 'expires_at', reason: past },
  { table: 'journey_handover', days: 1, since: 'expires_at', reason: past },
];

export function isForDays(rule: RetentionRule): rule is KeptForDays {
  return 'days' in rule;
}
