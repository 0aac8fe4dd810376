import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';

/**
 * The page that a mail leads to; to be asked for while the request is open. What the request says of its host is not
 * believed: a link to a foreign host would hand the token over.
 */
export function pageOf(config: Config, request: FastifyRequest, route: string): string {
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  const port = request.socket.localPort ?? config.port;
  const base =
    config.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}${config.basePath}`;
  return `${base}${route}`;
}

export function resetPage(config: Config, request: FastifyRequest): string {
  return pageOf(config, request, '/app/reset-password');
}
