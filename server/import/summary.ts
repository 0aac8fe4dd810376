import type { OwnerClient } from '#server/database/client.ts';

export interface FileOutcome {
  /** The file's row; of a file seen before, the row it had already. */
  readonly id: number | null;
  readonly name: string;
  readonly source: string;
  /** `foreign`: of a district in which whoever imports does not work; left out. */
  readonly state: 'done' | 'failed' | 'seen' | 'foreign' | 'dry_run';
  readonly problem: string | null;
  /** What its lines are about; sales without it. */
  readonly itemType?: string;
}

/** Files that took a slower way than theirs. */
export interface SlowerFiles {
  /** In smaller transactions, or with the indexes kept up for each row. */
  readonly way: 'apart' | 'row by row';
  readonly files: number;
  readonly reason: string;
}

/** B records by what became of them. */
export interface ImportCounts {
  readonly read: number;
  readonly new: number;
  readonly changed: number;
  readonly same: number;
  readonly conflict: number;
}

export interface ImportSummary {
  readonly files: readonly FileOutcome[];
  readonly counts: ImportCounts;
  readonly slower: readonly SlowerFiles[];
  /** Zone codes of its records that the list of zones lacks. */
  readonly unknownZones: readonly string[];
  readonly cancelled: boolean;
}

/** What else there is to say of an import, a sentence each. */
export function notesOf({ slower, unknownZones }: ImportSummary): readonly string[] {
  const zones =
    unknownZones.length === 0
      ? []
      : [`The list of zones lacks ${unknownZones.join(', ')}. The records are kept; add what is missing.`];
  return [...slower.map(slowerLine), ...zones];
}

/** In one sentence what was slower, and why. */
function slowerLine({ way, files, reason }: SlowerFiles): string {
  const many = `${files.toLocaleString('en-AU')} ${files === 1 ? 'file' : 'files'}`;
  const how =
    way === 'apart' ? 'could not go in together and were imported in smaller parts' : 'went in row by row';
  return `Slower: ${many} ${how}. ${reason}`;
}

export function addSummary(one: ImportSummary, other: ImportSummary): ImportSummary {
  const sum = (count: keyof ImportCounts) => one.counts[count] + other.counts[count];
  return {
    files: [...one.files, ...other.files],
    counts: {
      read: sum('read'),
      new: sum('new'),
      changed: sum('changed'),
      same: sum('same'),
      conflict: sum('conflict'),
    },
    slower: [...one.slower, ...other.slower],
    unknownZones: [...new Set([...one.unknownZones, ...other.unknownZones])],
    cancelled: one.cancelled || other.cancelled,
  };
}

export async function summarise(client: OwnerClient, fileIds: readonly number[]): Promise<ImportCounts> {
  const { rows } = await client.query<ImportCounts & Record<string, unknown>>(
    `select coalesce(sum(read_count), 0)::integer as read, coalesce(sum(new_count), 0)::integer as new,
       coalesce(sum(changed_count), 0)::integer as changed, coalesce(sum(same_count), 0)::integer as same,
       coalesce(sum(conflict_count), 0)::integer as conflict
     from import_file where id = any ($1)`,
    [fileIds],
  );
  return rows[0] as ImportCounts;
}

export async function unknownZones(
  client: OwnerClient,
  fileIds: readonly number[],
): Promise<readonly string[]> {
  const { rows } = await client.query<{ code: string }>(
    `select distinct r.zone_code as code from sale_received r
     where r.file_id = any ($1) and not exists (select from zone z where z.code = r.zone_code)
       and r.zone_code is not null order by 1`,
    [fileIds],
  );
  return rows.map(({ code }) => code);
}
