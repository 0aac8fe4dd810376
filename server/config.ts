import { readFileSync } from 'node:fs';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** All that the outside decides; documented in docs/configuration.md. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** A port asked for by name is never replaced by the next free one. */
  readonly portIsExplicit: boolean;
  /** Empty or `/path` without a trailing slash. */
  readonly basePath: string;
  readonly trustProxy: boolean | string;
  readonly databaseUrl: string | null;
  readonly dataDir: string;
  readonly root: string;
  readonly product: string;
  /** Whose data the pages show; stands in their footer. */
  readonly dataCredit: string;
  readonly timeZone: string;
  readonly testSystem: boolean;
  /** Hosts of map tiles and street view that images may come from. */
  readonly imageHosts: readonly string[];
  /** Another host whose API the client talks to; empty for our own. */
  readonly apiHost: string | null;
  readonly sessionCapHours: number;
  readonly version: string;
  readonly dev: boolean;
  readonly empty: boolean;
}

export class ConfigError extends Error {}

type Environment = { readonly [name: string]: string | undefined };

const here = dirname(dirname(fileURLToPath(import.meta.url)));

function portOf(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigError(`PORT is "${text}". Give a number from 0 to 65535.`);
  return port;
}

function basePathOf(text: string | undefined): string {
  const path = (text ?? '').replace(/\/+$/, '');
  if (path !== '' && !/^(\/[\w.~-]+)+$/.test(path))
    throw new ConfigError(`BASE_PATH is "${text}". Give a path such as "/cadastre".`);
  return path;
}

function timeZoneOf(text: string | undefined): string {
  const zone = text || 'Australia/Sydney';
  try {
    new Intl.DateTimeFormat('en-AU', { timeZone: zone });
    return zone;
  } catch {
    throw new ConfigError(
      `OFFICE_TZ is "${zone}", which is no time zone. Give one such as "Australia/Sydney".`,
    );
  }
}

function httpsHosts(name: string, text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(/[\s,]+/)
    .filter((host) => host !== '')
    .map((host) => {
      if (!/^https:\/\/(\*\.)?[a-z0-9.-]+(:\d+)?$/i.test(host))
        throw new ConfigError(`${name} holds "${host}". Give origins such as "https://tile.example.org".`);
      return host;
    });
}

function trustProxyOf(text: string | undefined): boolean | string {
  if (text === undefined || text === '' || text === 'false' || text === '0') return false;
  return text === 'true' || text === '1' ? true : text;
}

function versionOf(root: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '0';
}

export function loadConfig(
  env: Environment = process.env,
  args: readonly string[] = process.argv.slice(2),
): Config {
  const root = here;
  const port = portOf(env.PORT);
  const data = env.CADASTRE_DATA || 'var';
  return {
    host: env.HOST || '127.0.0.1',
    port: port ?? 8080,
    portIsExplicit: port !== null,
    basePath: basePathOf(env.BASE_PATH),
    trustProxy: trustProxyOf(env.TRUST_PROXY),
    databaseUrl: env.DATABASE_URL || null,
    dataDir: isAbsolute(data) ? data : resolve(root, data),
    root,
    product: env.PRODUCT || 'Cadastre',
    dataCredit:
      env.DATA_CREDIT ?? 'Sales data © Crown in right of New South Wales through the Valuer General',
    timeZone: timeZoneOf(env.OFFICE_TZ),
    testSystem: env.TEST_SYSTEM === 'true' || env.TEST_SYSTEM === '1',
    imageHosts: httpsHosts('IMAGE_HOSTS', env.IMAGE_HOSTS),
    apiHost: httpsHosts('API_HOST', env.API_HOST)[0] ?? null,
    sessionCapHours: 24,
    version: versionOf(root),
    dev: args.includes('--dev'),
    empty: args.includes('--empty'),
  };
}
