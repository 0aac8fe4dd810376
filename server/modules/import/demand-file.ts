import { type Caller, whoOf, worksIn } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { Problem } from '../../problem.ts';

/** A file of which the caller sees no district is not there; of one where they only search they take nothing back and bring nothing again. */
export async function demandFile({ database }: Context, caller: Caller, id: number): Promise<void> {
  const { rows } = await database.read(whoOf(caller), {}, (client) =>
    client.query<{ name: string; districts: string[] }>(
      'select name, districts from import_file where id = $1::bigint',
      [id],
    ),
  );
  const [file] = rows;
  if (!file) throw new Problem('not-found', `There is no imported file ${id}, or you may not see it.`);
  const elsewhere = file.districts.find((district) => !worksIn(caller, district));
  if (elsewhere !== undefined)
    throw new Problem(
      'not-allowed',
      `${file.name} is of district ${elsewhere}, which you do not work in. Ask somebody who works there.`,
    );
}
