import { basename } from 'node:path';
import { Readable } from 'node:stream';
import { type OperationHandler, signedIn } from '../../operation.ts';
import { found } from '../../problem.ts';
import { openKept } from './open-kept.ts';

const types: { readonly [extension: string]: string } = {
  pdf: 'application/pdf',
  csv: 'text/csv; charset=utf-8',
};

export const handler: OperationHandler<'valuationfile.member'> = async (call) => {
  const { context, params, query, reply } = call;
  const caller = signedIn(call);
  const { archive } = await openKept(params.id, caller, context);
  const member = archive.manifest.members.find(({ name }) => name === query.name);
  if (!member || !archive.names.includes(member.name)) {
    archive.close();
    return found(undefined);
  }
  const name = basename(member.name).replace(/[^\w.-]/g, '-');
  const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  reply.type(type).header('content-disposition', `attachment; filename="${name}"`);
  context.log.security('valuation-file-downloaded', {
    user: caller.id,
    file: params.id,
    from: call.request.ip,
  });
  const stream = Readable.from(archive.bytes(member.name), { objectMode: false });
  stream.once('close', () => archive.close());
  return stream;
};
