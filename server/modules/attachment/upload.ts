import { type OperationHandler, signedIn } from '../../operation.ts';
import { picturesAndPdf } from './attachments.ts';
import { refuseFull } from './full-record.ts';
import { demandItem } from './item-right.ts';
import { keepFile } from './keep-file.ts';

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
    refuse: (client) => refuseFull(client, item),
  });
};
