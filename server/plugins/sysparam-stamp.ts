import type { FastifyInstance } from 'fastify';
import { readSysparamStamp } from '../access/system-parameters.ts';
import type { Context } from '../context.ts';

const freshMs = 5_000;

/** Keeps the stamp of the system parameters current, without a query per call and without delaying any. */
export function addSysparamStamp(app: FastifyInstance, context: Context): void {
  let readAt = Number.NEGATIVE_INFINITY;
  app.addHook('onRequest', async () => {
    const now = context.now().getTime();
    if (now - readAt < freshMs && now >= readAt) return;
    readAt = now;
    const reading = readSysparamStamp(context).then(
      (stamp) => {
        context.sysparams.stamp = stamp;
      },
      // The call itself says that the database is down.
      () => {},
    );
    if (context.sysparams.stamp === '') await reading;
  });
}
