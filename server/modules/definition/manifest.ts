import { officeDay } from '../../database/office-day.ts';
import { manifestFor } from '../../definitions/manifest.ts';
import type { OperationHandler } from '../../operation.ts';
import { dataThere } from '../../reports/dataset.ts';

export const handler: OperationHandler<'definition.manifest'> = async ({
  caller,
  context,
  request,
  reply,
}) => {
  const manifest = manifestFor(
    context.definitions.current(),
    caller,
    officeDay(context.now(), context.config.timeZone),
    caller ? await dataThere(caller, context.database, context.now()) : null,
  );
  // Weak: the same manifest goes out plain and compressed.
  const etag = `W/"${manifest.version}"`;
  reply
    .header('etag', etag)
    .header('cache-control', 'private, no-cache')
    .header('vary', 'authorization, accept-encoding');
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  if (known.includes(etag)) {
    reply.code(304);
    return undefined;
  }
  return manifest;
};
