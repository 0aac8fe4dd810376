import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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

const yearSeconds = 31_536_000;

/**
 * Seconds that a browser is told to come by https alone; 0 for not at all. Where nothing is said it is told when it came
 * by https, as this server or a named proxy saw it, or when people are known to come that way.
 */
export function hstsFor(config: Pick<Config, 'hstsSeconds' | 'publicUrl'>, protocol: string): number {
  if (config.hstsSeconds !== null) return config.hstsSeconds;
  return protocol === 'https' || config.publicUrl?.startsWith('https:') ? yearSeconds : 0;
}

/** What changes behind a page's back, each with what tells one state of it from the next; empty while unknown. */
type Stamps = Readonly<Record<'sysparams' | 'definitions', (request: FastifyRequest) => string>>;

/** Version of the built client as it lies there now: it may be newer than this process. */
function servedVersion(config: Config): () => string | null {
  const file = join(config.root, 'dist', 'client', 'version.txt');
  let held: { readonly at: number; readonly text: string | null } = { at: -1, text: null };
  return () => {
    const at = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (at !== held.at) held = { at, text: at === 0 ? null : readFileSync(file, 'utf8').trim() };
    return held.text;
  };
}

export function addHeaders(app: FastifyInstance, config: Config, stamps: Stamps): void {
  const policy = contentSecurityPolicy(config);
  const api = `${config.basePath}/api/`;
  const served = servedVersion(config);
  app.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', policy);
    reply.header('x-content-type-options', 'nosniff');
    reply.header('referrer-policy', 'same-origin');
    if (config.openerPolicy !== null) reply.header('cross-origin-opener-policy', config.openerPolicy);
    if (config.permissionsPolicy !== null) reply.header('permissions-policy', config.permissionsPolicy);
    const hsts = hstsFor(config, request.protocol);
    if (hsts > 0) reply.header('strict-transport-security', `max-age=${hsts}`);
    reply.header('x-cadastre-version', config.version);
    reply.header('x-request-id', request.id);
    if (request.url.startsWith(api)) {
      reply.header('cache-control', 'no-store');
      const client = config.dev ? null : served();
      if (client !== null) reply.header('x-cadastre-client', client);
    }
  });
  // Taken when the answer goes out, so that the one that changes something tells it.
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith(api)) return;
    for (const [name, stamp] of Object.entries(stamps)) {
      const value = stamp(request);
      if (value !== '') reply.header(`x-cadastre-${name}`, value);
    }
  });
}
