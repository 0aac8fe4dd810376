import type { DatabaseClient } from '../database/client.ts';
import type { WriteOptions, Writer } from '../database/transaction.ts';
import type { RecordServer } from './served.ts';

/** The work in one transaction, kept or, for a dry run, taken back at its end: the same path, the same refusals. */
export async function inWrite<Result>(
  { database }: Pick<RecordServer, 'database'>,
  who: Writer,
  dryRun: boolean,
  work: (client: DatabaseClient) => Promise<Result>,
  options: WriteOptions = {},
): Promise<Result> {
  if (!dryRun) return database.write(who, work, options);
  const takenBack = new Error('A dry run is taken back.');
  let answer: { readonly result: Result } | undefined;
  try {
    return await database.write(
      who,
      async (client) => {
        answer = { result: await work(client) };
        throw takenBack;
      },
      options,
    );
  } catch (error) {
    if (error !== takenBack || !answer) throw error;
    return answer.result;
  }
}
