import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { serveAudits } from './modules/audit/serve-audits.ts';
import { serveDocuments } from './modules/document/serve-documents.ts';
import { serveCounts } from './modules/report/count-reports.ts';
import { serveValuationFiles } from './modules/valuationfile/serve-files.ts';
import { addClient } from './plugins/client.ts';
import { addCompression } from './plugins/compress.ts';
import { addHeaders } from './plugins/headers.ts';
import { addLineSpeed, longestRequestMs } from './plugins/line-speed.ts';
import { addRequestLog } from './plugins/log.ts';
import { addOperations } from './plugins/operations.ts';
import { addProblems, sendProblem } from './plugins/problems.ts';
import { addSession } from './plugins/session.ts';
import { addSysparamStamp } from './plugins/sysparam-stamp.ts';
import { Problem } from './problem.ts';

/** The composition root of the wire: who calls, what is answered, what is told of failures. */
export async function buildApp(context: Context): Promise<FastifyInstance> {
  const { config, log } = context;
  serveDocuments(context);
  serveCounts(context);
  serveAudits(context);
  serveValuationFiles(context);
  const app = Fastify({
    logger: false,
    trustProxy: config.trustProxy === false ? false : [...config.trustProxy],
    genReqId: () => randomUUID(),
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: true },
    // A request has so long to arrive; how fast it has to is addLineSpeed's. Its headers have seconds.
    requestTimeout: longestRequestMs,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 2_000 },
    forceCloseConnections: true,
    // A machine that is busy may start slowly; ten seconds, the default, were not enough for it.
    pluginTimeout: 120_000,
  });
  app.decorateRequest('caller', null);
  addRequestLog(app, log, context.metrics.request);
  addLineSpeed(app, log);
  addHeaders(app, config, {
    sysparams: () => context.sysparams.stamp,
    // What somebody may see changes with their rights as well as with what is published.
    definitions: ({ caller }) => [context.definitions.stamp(), caller?.permissionVersion ?? ''].join('.'),
  });
  addProblems(app, log);
  await app.register(
    async (api) => {
      await addCompression(api);
      addSession(api, context);
      addSysparamStamp(api, context);
      await addOperations(api, context);
      api.setNotFoundHandler((request, reply) => sendProblem(reply, new Problem('not-found'), request.id));
    },
    { prefix: `${config.basePath}/api` },
  );
  await addClient(app, config);
  return app;
}
