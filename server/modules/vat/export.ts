import { Readable } from 'node:stream';
import { whoOf } from '../../access/caller.ts';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { found } from '../../problem.ts';
import { explainedFile } from './explained-file.ts';

export const handler: OperationHandler<'vat.export'> = async (call) => {
  const { params, context, reply } = call;
  const file = await context.database.read(whoOf(signedIn(call)), {}, (client) =>
    explainedFile(client, params.id),
  );
  const { name, bytes } = found(file ?? undefined);
  reply
    .type('application/octet-stream')
    .header('content-length', String(bytes.length))
    .header('content-disposition', `attachment; filename="${name}"`);
  return Readable.from([bytes], { objectMode: false });
};
