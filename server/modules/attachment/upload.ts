import { type OperationHandler, signedIn } from '../../operation.ts';
import { Problem } from '../../problem.ts';
import { picturesAndPdf } from './attachments.ts';
import { demandItem } from './item-right.ts';
import { keepFile } from './keep-file.ts';

const mostOfRecord = 200;

export const handler: OperationHandler<'attachment.upload'> = async (call) => {
  const { context, query, request } = call;
  const caller = signedIn(call);
  const { name, item_type, item_id } = query;
  const item = await demandItem(context, caller, { item_type, item_id }, 'change');
  return keepFile(context, caller, {
    body: request.body,
    name,
    taken: picturesAndPdf,
    item,
    refuse: async (client) => {
      const { rows } = await client.query<{ n: number }>(
        'select count(*)::integer as n from attachment where item_type = $1::text and item_id = $2::bigint',
        [item_type, item_id],
      );
      if ((rows[0]?.n ?? 0) >= mostOfRecord)
        throw new Problem(
          'refused-file',
          `This record has ${mostOfRecord} files, which is the most. Delete some first.`,
        );
    },
  });
};
