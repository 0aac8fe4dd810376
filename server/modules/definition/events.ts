import { PassThrough } from 'node:stream';
import type { OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';

export const handler: OperationHandler<'definition.events'> = async ({ context, request, reply }) => {
  if (!context.config.dev) throw new Problem('not-found');
  const stream = new PassThrough();
  const stop = context.definitions.subscribe((event) => {
    // A page is told to redraw even while something is broken: the rest of what changed is sound.
    stream.write(`event: changed\ndata: ${JSON.stringify(event)}\n\n`);
    if (event.kind === 'broken') stream.write(`event: broken\ndata: ${JSON.stringify(event)}\n\n`);
  });
  stream.write('retry: 500\n\n');
  const end = () => {
    stop();
    stream.end();
  };
  request.raw.on('close', end);
  reply.type('text/event-stream').header('cache-control', 'no-store');
  return stream;
};
