// Metrics at an address of their own: no proxy that serves the pages serves them, and no token of the office opens them.
import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import { ConfigError, type MetricsConfig } from '../../config.ts';
import type { Metrics, OpenJobs } from './server-metrics.ts';

const everyMs = 100;
/** Who watches must be told also that the database is away. */
const patienceMs = 2_000;

export interface MetricsListener {
  readonly address: string;
  readonly close: () => Promise<void>;
}

const hash = (text: string) => createHash('sha256').update(text).digest();

function mayRead(authorization: string | undefined, token: string | null): boolean {
  return token === null || timingSafeEqual(hash(authorization ?? ''), hash(`Bearer ${token}`));
}

function inTime<Value>(asked: Promise<Value>): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patienceMs);
  });
  return Promise.race([asked.catch(() => null), late]).finally(() => clearTimeout(timer));
}

/** Tells how late the process comes to what is due. */
function watchDelay(metrics: Metrics): NodeJS.Timeout {
  let due = performance.now() + everyMs;
  const timer = setInterval(() => {
    const now = performance.now();
    metrics.late(Math.max(0, now - due));
    due = now + everyMs;
  }, everyMs);
  return timer.unref();
}

export async function listenForMetrics(
  config: MetricsConfig,
  metrics: Metrics,
  openJobs: () => Promise<readonly OpenJobs[]>,
): Promise<MetricsListener> {
  const server = createServer((request, response) => {
    response.setHeader('cache-control', 'no-store');
    const end = (status: number, text: string) => {
      response.writeHead(status, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text);
    };
    if (!mayRead(request.headers.authorization, config.token)) {
      response.setHeader('www-authenticate', 'Bearer');
      return end(401, 'The bearer token is not that of METRICS_TOKEN.\n');
    }
    if (request.method !== 'GET' || request.url?.split('?')[0] !== '/metrics')
      return end(404, 'Metrics are read by GET /metrics.\n');
    void inTime(openJobs()).then((jobs) => end(200, metrics.text(jobs)));
  });
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(new ConfigError(`METRICS_ADDRESS cannot be listened on: ${error.message}. Set it to another.`)),
    );
    server.listen({ host: config.host, port: config.port }, resolve);
  });
  const timer = watchDelay(metrics);
  const at = server.address();
  const port = typeof at === 'object' && at !== null ? at.port : config.port;
  const host = config.host.includes(':') ? `[${config.host}]` : config.host;
  return {
    address: `http://${host}:${port}/metrics`,
    close: () => {
      clearInterval(timer);
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
