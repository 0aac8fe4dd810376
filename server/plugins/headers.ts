import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';

/** The page's Content-Security-Policy; trust.md section 2 is its source. */
export function contentSecurityPolicy(config: Pick<Config, 'imageHosts' | 'apiHost'>): string {
  const connect = ["'self'", ...(config.apiHost ? [config.apiHost] : [])].join(' ');
  const images = ["'self'", 'data:', 'blob:', ...config.imageHosts].join(' ');
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src-elem 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src ${images}`,
    "font-src 'self'",
    `connect-src ${connect}`,
    "worker-src 'self'",
    "media-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}

/** What changes behind a page's back, each with what tells one state of it from the next; empty while unknown. */
type Stamps = Readonly<Record<'sysparams' | 'definitions', () => string>>;

export function addHeaders(app: FastifyInstance, config: Config, stamps: Stamps): void {
  const policy = contentSecurityPolicy(config);
  const api = `${config.basePath}/api/`;
  app.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', policy);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'same-origin');
    reply.header('x-cadastre-version', config.version);
    reply.header('x-request-id', request.id);
    if (request.url.startsWith(api)) {
      reply.header('cache-control', 'no-store');
    }
  });
  // Taken when the answer goes out, so that the one that changes something tells it.
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith(api)) return;
    for (const [name, stamp] of Object.entries(stamps)) {
      const value = stamp();
      if (value !== '') reply.header(`x-cadastre-${name}`, value);
    }
  });
}
