import { officeDay } from '../../database/office-day.ts';
import { manifestFor } from '../../definitions/manifest.ts';
import type { OperationHandler } from '../../operation.ts';

export const handler: OperationHandler = async ({ caller, context, request, reply }) => {
  const manifest = manifestFor(
    context.definitions.current(),
    caller,
    officeDay(context.now(), context.config.timeZone),
  );
  const etag = `"${manifest.version}"`;
  reply.header('etag', etag).header('cache-control', 'private, no-cache').header('vary', 'authorization');
  const known = (request.headers['if-none-match'] ?? '').split(',').map((tag) => tag.trim());
  if (known.includes(etag)) {
    reply.code(304);
    return undefined;
  }
  return manifest;
};
