import type { OwnerClient } from '../../database/client.ts';
import type { ImportResult } from '../../import/import-job.ts';
import { type Addressee, type Mailing, tellUser } from '../mail/tell-user.ts';

/** Mails whoever imported what became of it, beside the notification. */
export async function mailEnd(
  mailing: Mailing,
  client: OwnerClient,
  userId: number,
  names: readonly string[],
  result: ImportResult,
): Promise<void> {
  const { rows } = await client.query<{ username: string; full_name: string; email: string | null }>(
    'select username, full_name, email from app_user where id = $1::bigint and active',
    [userId],
  );
  const [to] = rows as readonly Addressee[];
  if (to) tellUser(mailing, to, 'import done', endLines(names, result));
}

function endLines(
  names: readonly string[],
  { files, fails, seen, foreign, counts, problems, notes }: ImportResult,
): readonly string[] {
  const told: readonly (readonly [number, string])[] = [
    [files, files === 1 ? 'file read' : 'files read'],
    [fails, fails === 1 ? 'file failed' : 'files failed'],
    [seen, 'files seen before'],
    [foreign, 'files of other districts, left out'],
    [counts.new, 'new'],
    [counts.changed, 'changed'],
    [counts.same, 'the same'],
    [counts.conflict, 'in conflict'],
  ];
  return [
    `the import of ${names.join(', ')} is done.`,
    '',
    ...told.flatMap(([count, what]) => (count > 0 ? [`${count} ${what}`] : [])),
    ...(problems.length > 0 ? ['', ...problems.slice(0, 20)] : []),
    ...(notes.length > 0 ? ['', ...notes.slice(0, 20)] : []),
    '',
    'Each line stands in the log of the file, on the page Import files.',
  ];
}
