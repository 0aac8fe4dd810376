import { Readable } from 'node:stream';
import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { found, Problem } from '../../problem.ts';
import { writePids } from './pid-lines.ts';

export const handler: OperationHandler<'handoff.file'> = async (call) => {
  const { params, context, reply } = call;
  const list = await context.database.read(whoOf(signedIn(call)), { dataset: 'both' }, async (client) => {
    const { rows } = await client.query<{ pids: number[]; seen: number; direction: string }>(
      `select h.pids, h.direction, (select count(*) from property p where p.id = any (h.pids))::integer as seen
       from handoff_log h where h.id = $1::bigint`,
      [params.id],
    );
    return found(rows[0]);
  });
  const hidden = list.pids.length - list.seen;
  if (hidden > 0)
    throw new Problem(
      'not-allowed',
      `${hidden} of its ${list.pids.length} properties ${hidden === 1 ? 'is' : 'are'} not there any more, or not for you to see. No file is made of a part.`,
    );
  const bytes = writePids(list.pids);
  reply
    .type('text/plain; charset=us-ascii')
    .header('content-length', String(bytes.length))
    .header('content-disposition', `attachment; filename="valmap-${params.id}.txt"`);
  return Readable.from([bytes], { objectMode: false });
};
