import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { mostFiles, pictures } from '../attachment/attachments.ts';
import { keepFile } from '../attachment/keep-file.ts';

export const handler: OperationHandler<'photo.upload'> = async (call) => {
  const { context, query, request } = call;
  const caller = signedIn(call);
  return keepFile(context, caller, {
    body: request.body,
    name: query.name,
    taken: pictures,
    item: null,
    refuse: async (client) => {
      const { rows } = await client.query<{ n: number }>(
        'select count(*)::integer as n from attachment where user_id = $1::bigint',
        [caller.id],
      );
      if ((rows[0]?.n ?? 0) >= mostFiles)
        throw new Problem(
          'refused-file',
          `You have ${mostFiles} photos, which is the most. Delete some first.`,
        );
    },
  });
};
