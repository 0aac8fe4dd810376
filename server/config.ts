// Longer than the habit: all that the outside decides stands in one file. Who looks for a setting, its limits or its default
// looks nowhere else.
import { readFileSync } from 'node:fs';
import { isIPv4, isIPv6 } from 'node:net';
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
  /** Addresses, ranges and names of ranges of the proxies whose forwarded headers are believed; false: of none. */
  readonly trustProxy: false | readonly string[];
  readonly databaseUrl: string | null;
  /** Of a streaming replica of it; null: there is none. */
  readonly databaseReadUrl: string | null;
  /** Connections to the database at most; null: as many as it has room for. */
  readonly databaseConnections: number | null;
  /** How long a request waits for a connection before it is told that the database is down. */
  readonly databaseWaitMs: number;
  readonly dataDir: string;
  /** Folder of what is one server's alone; null: the data folder. */
  readonly localDir: string | null;
  /** Folder that files are laid into to be imported, where the options say so; null: one of the data folder. */
  readonly inboxDir: string | null;
  readonly root: string;
  readonly product: string;
  /** Whose data the pages show; stands in their footer. */
  readonly dataCredit: string;
  readonly timeZone: string;
  readonly testSystem: boolean;
  /** Hosts of map tiles and street view that images may come from. */
  readonly imageHosts: readonly string[];
  /** Address of the pictures under a map, with {z}, {x} and {y}; null for none. */
  readonly mapTiles: string | null;
  readonly mapTilesCredit: string;
  /** Hosts that links in formatted text may lead to, over https: `maps.example.org`, `*.example.org`. */
  readonly linkHosts: readonly string[];
  /** Another host whose API the client talks to; empty for our own. */
  readonly apiHost: string | null;
  readonly sessionCapHours: number;
  /** Seconds for which browsers come by https alone; 0: they are not told, null: told where they came by https. */
  readonly hstsSeconds: number | null;
  /** Cross-Origin-Opener-Policy; null: none. */
  readonly openerPolicy: string | null;
  /** Permissions-Policy; null: none. */
  readonly permissionsPolicy: string | null;
  /** Where people reach the product, without a trailing slash; links in mails begin with it. Null: the address listened on. */
  readonly publicUrl: string | null;
  /** Null: mails are written into the outbox folder. */
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** The service that words texts anew; null: there is none. */
  readonly reword: RewordConfig | null;
  /** Site of the help pages that screens name, without a trailing slash; null: no page has a help link. */
  readonly helpUrl: string | null;
  /** Name of the browser's tab that help opens in. */
  readonly helpTab: string;
  /** Service that draws the street at an address; null: there is none. Its host is among the hosts of images. */
  readonly streetViewUrl: string | null;
  /** Page that shows the street at {lat} and {lon}, for a tab of its own. */
  readonly streetPage: string | null;
  /** Where metrics are read; null: nowhere. */
  readonly metrics: MetricsConfig | null;
  /** Milliseconds from which on a statement is kept as slow; null: none is. */
  readonly slowQueryMs: number | null;
  /** How many properties the districts of a report have at the least for it to be kept by district. */
  readonly keptByDistrictFrom: number;
  /** Of how many items an export asks for the lines by one statement; more are asked for by whole districts. */
  readonly exportItemsAtOnce: number;
  readonly version: string;
  readonly dev: boolean;
  readonly empty: boolean;
}

export interface RewordConfig {
  /** Of an OpenAI-compatible chat completion. */
  readonly url: string;
  readonly key: string | null;
  readonly model: string;
  readonly timeoutMs: number;
}

export interface MetricsConfig {
  readonly host: string;
  readonly port: number;
  /** What a reader has to show; null where only this machine can reach the address. */
  readonly token: string | null;
}

export class ConfigError extends Error {}

/** Where one server keeps its logs, its address and what it has found out: beside it, others may share the data folder. */
export function localFolder({ localDir, dataDir }: Pick<Config, 'localDir' | 'dataDir'>): string {
  return localDir ?? dataDir;
}

type Environment = { readonly [name: string]: string | undefined };

const here = dirname(dirname(fileURLToPath(import.meta.url)));

function portOf(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ConfigError(`PORT is "${text}". Give a number from 0 to 65535.`);
  return port;
}

function readUrlOf(env: Environment): string | null {
  if (!env.DATABASE_READ_URL) return null;
  if (!env.DATABASE_URL)
    throw new ConfigError('DATABASE_READ_URL names a replica, and DATABASE_URL no primary. Set both.');
  return env.DATABASE_READ_URL;
}

function connectionsOf(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) < 2)
    throw new ConfigError(`DATABASE_CONNECTIONS is "${text}". Give a number from 2 to 9999.`);
  return Number(text);
}

function waitOf(text: string | undefined): number {
  if (text === undefined || text === '') return 1_800;
  if (!/^[1-9]\d{2,5}$/.test(text))
    throw new ConfigError(`DATABASE_WAIT_MS is "${text}". Give a number of milliseconds such as "1800".`);
  return Number(text);
}

/** The inbox is the operator's to place: nobody names a path on a page. */
function inboxOf(text: string | undefined): string | null {
  if (text === undefined || text === '') return null;
  if (!isAbsolute(text)) throw new ConfigError(`CADASTRE_INBOX is "${text}". Give an absolute path.`);
  return text;
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

function linkHostsOf(text: string | undefined): readonly string[] {
  return (text ?? '*.nsw.gov.au')
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((host) => host !== '')
    .map((host) => {
      if (!/^(?:\*\.)?[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(host))
        throw new ConfigError(
          `LINK_HOSTS holds "${host}". Give names of hosts such as "maps.example.org" or "*.example.org".`,
        );
      return host;
    });
}

/** Ranges that have a name: this machine, the local link, private networks of IPv6. */
const namedRanges = ['loopback', 'linklocal', 'uniquelocal'];

function isProxy(text: string): boolean {
  if (namedRanges.includes(text)) return true;
  const [address = '', prefix, more] = text.split('/');
  const bits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : 0;
  if (bits === 0 || more !== undefined) return false;
  // A range of everything would believe whoever calls.
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) > 0 && Number(prefix) <= bits);
}

/** Proxies are named: whoever may claim any address of his caller has no limits. */
function trustProxyOf(text: string | undefined): false | readonly string[] {
  if (text === undefined || text === '' || text === 'false' || text === '0') return false;
  const proxies = text.split(/[\s,]+/).filter((one) => one !== '');
  for (const proxy of proxies)
    if (!isProxy(proxy))
      throw new ConfigError(
        `TRUST_PROXY holds "${proxy}". Give the addresses or ranges of the proxies before this server, such as "127.0.0.1" or "10.0.0.0/24".`,
      );
  return proxies;
}

function urlOf(
  name: string,
  text: string | undefined,
  protocols: readonly string[],
  such: string,
): URL | null {
  if (text === undefined || text === '') return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  // What was given may carry a password and is not repeated.
  if (!url || !protocols.includes(url.protocol) || url.hostname === '')
    throw new ConfigError(`${name} is no address that can be used. Give one such as "${such}".`);
  return url;
}

function publicUrlOf(text: string | undefined): string | null {
  const url = urlOf('PUBLIC_URL', text, ['https:', 'http:'], 'https://cadastre.example.org');
  if (url && (url.search !== '' || url.hash !== ''))
    throw new ConfigError(`PUBLIC_URL is "${text}". Give an address without ? and #.`);
  return url ? url.href.replace(/\/+$/, '') : null;
}

function hstsOf(text: string | undefined): number | null {
  if (text === undefined || text === '') return null;
  if (text === 'off') return 0;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new ConfigError(`HSTS is "${text}". Give a number of seconds such as "31536000", or "off".`);
  return Number(text);
}

const openerPolicies = ['same-origin', 'same-origin-allow-popups', 'unsafe-none'];

function openerPolicyOf(text: string | undefined): string | null {
  // Help pages open in one tab by its name, which the stricter one would take from them.
  const policy = text || 'same-origin-allow-popups';
  if (policy === 'off') return null;
  if (!openerPolicies.includes(policy))
    throw new ConfigError(
      `OPENER_POLICY is "${policy}". Give one of ${openerPolicies.join(', ')}, or "off".`,
    );
  return policy;
}

/** Nothing of the device but what a page of ours uses: the clipboard, and the whole screen. */
const ownPermissions = [
  'accelerometer=()',
  'autoplay=(self)',
  'camera=()',
  'clipboard-write=(self)',
  'display-capture=()',
  'fullscreen=(self)',
  'geolocation=()',
  'gyroscope=()',
  'magnetometer=()',
  'microphone=()',
  'midi=()',
  'payment=()',
  'publickey-credentials-create=(self)',
  'publickey-credentials-get=(self)',
  'usb=()',
].join(', ');

function permissionsPolicyOf(text: string | undefined): string | null {
  if (text === undefined || text === '') return ownPermissions;
  if (text === 'off') return null;
  const feature = /^[a-z][a-z-]*=(\*|\((self|"https:\/\/[a-z0-9.:-]+"|\s)*\))$/;
  for (const part of text.split(',').map((one) => one.trim()))
    if (!feature.test(part))
      throw new ConfigError(
        `PERMISSIONS_POLICY holds "${part}". Give features such as "geolocation=(self), camera=()", or "off".`,
      );
  return text;
}

function mailFromOf(text: string | undefined): string {
  const from = text || 'Cadastre <no-reply@localhost>';
  if (!/^[^\r\n<>]*<?[^\s<>@]+@[^\s<>@]+>?$/.test(from))
    throw new ConfigError(`MAIL_FROM is "${text}". Give one such as "Cadastre <office@example.org>".`);
  return from;
}

function rewordOf(env: Environment): RewordConfig | null {
  const such = 'https://ai.example.org/v1/chat/completions';
  const url = urlOf('REWORD_URL', env.REWORD_URL, ['https:', 'http:'], such);
  if (!url) return null;
  return {
    url: url.href,
    key: env.REWORD_KEY || null,
    model: env.REWORD_MODEL || 'default',
    timeoutMs: 15_000,
  };
}

const leastToken = 16;

function metricsOf(env: Environment): MetricsConfig | null {
  const { METRICS_ADDRESS: address, METRICS_TOKEN: token } = env;
  if (!address) return null;
  const [, bracketed, plain, port] = /^(?:\[([0-9a-f:]+)\]|([a-z0-9.-]+)):(\d{1,5})$/i.exec(address) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port) > 65_535)
    throw new ConfigError(
      `METRICS_ADDRESS is "${address}". Give a host and a port such as "127.0.0.1:9464".`,
    );
  // What was given is a secret and is not repeated.
  if (token && !/^[\x21-\x7e]+$/.test(token))
    throw new ConfigError('METRICS_TOKEN holds what no header can carry. Give letters and digits.');
  if (token && token.length < leastToken)
    throw new ConfigError(`METRICS_TOKEN is too short. Give at least ${leastToken} letters and digits.`);
  if (!token && !/^(?:127\.\d+\.\d+\.\d+|::1|localhost)$/i.test(host))
    throw new ConfigError(
      `METRICS_ADDRESS is "${address}", which others reach. Set METRICS_TOKEN, or give an address of this machine alone.`,
    );
  return { host, port: Number(port), token: token || null };
}

function keptFrom(text: string | undefined): number {
  if (text === undefined || text === '') return 50_000;
  if (!/^\d{1,9}$/.test(text))
    throw new ConfigError(
      `REPORTS_BY_DISTRICT_FROM is "${text}". Give a number of properties such as "50000".`,
    );
  return Number(text);
}

function itemsAtOnceOf(text: string | undefined): number {
  if (text === undefined || text === '') return 200_000;
  if (!/^[1-9]\d{0,8}$/.test(text))
    throw new ConfigError(`EXPORT_ITEMS_AT_ONCE is "${text}". Give a number of items such as "200000".`);
  return Number(text);
}

function slowQueryOf(text: string | undefined): number | null {
  if (text === undefined || text === '') return 1_000;
  if (text === 'off') return null;
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new ConfigError(
      `SLOW_QUERY_MS is "${text}". Give a number of milliseconds such as "1000", or "off".`,
    );
  return Number(text);
}

function versionOf(root: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return typeof manifest === 'object' && manifest !== null && 'version' in manifest
    ? String(manifest.version)
    : '0';
}

/** An address with {z}, {x} and {y}, on a host of its own that is asked by https. */
function mapTilesOf(text: string | undefined): string | null {
  if (!text) return null;
  const plain = text.replace('{z}', '0').replace('{x}', '0').replace('{y}', '0');
  const missing = ['{z}', '{x}', '{y}'].some((part) => !text.includes(part));
  if (missing || /[{}\s"'<>]/.test(plain) || !URL.canParse(plain) || new URL(plain).protocol !== 'https:')
    throw new ConfigError(
      `MAP_TILES_URL is "${text}". Give an address like https://tiles.example.org/{z}/{x}/{y}.png.`,
    );
  return text;
}

const ownStreetPage = 'https://www.google.com/maps/@?api=1&map_action=pano&viewpoint={lat},{lon}';

/** An address with {lat} and {lon}, by https. */
function streetPageOf(text: string | undefined): string | null {
  if (text === 'off') return null;
  if (!text) return ownStreetPage;
  const plain = text.replace('{lat}', '-33').replace('{lon}', '151');
  const missing = ['{lat}', '{lon}'].some((part) => !text.includes(part));
  if (missing || /[{}\s"'<>]/.test(plain) || !URL.canParse(plain) || new URL(plain).protocol !== 'https:')
    throw new ConfigError(`STREET_PAGE_URL is "${text}". Give an address like ${ownStreetPage}, or "off".`);
  return text;
}

export function loadConfig(
  env: Environment = process.env,
  args: readonly string[] = process.argv.slice(2),
): Config {
  const root = here;
  const port = portOf(env.PORT);
  const data = env.CADASTRE_DATA || 'var';
  const mapTiles = mapTilesOf(env.MAP_TILES_URL);
  const streetView = urlOf(
    'STREET_VIEW_URL',
    env.STREET_VIEW_URL,
    ['https:', 'http:'],
    'https://maps.googleapis.com/maps/api/streetview',
  );
  return {
    host: env.HOST || '127.0.0.1',
    port: port ?? 8080,
    portIsExplicit: port !== null,
    basePath: basePathOf(env.BASE_PATH),
    trustProxy: trustProxyOf(env.TRUST_PROXY),
    databaseUrl: env.DATABASE_URL || null,
    databaseReadUrl: readUrlOf(env),
    databaseConnections: connectionsOf(env.DATABASE_CONNECTIONS),
    databaseWaitMs: waitOf(env.DATABASE_WAIT_MS),
    dataDir: isAbsolute(data) ? data : resolve(root, data),
    localDir: env.CADASTRE_LOCAL ? resolve(root, env.CADASTRE_LOCAL) : null,
    inboxDir: inboxOf(env.CADASTRE_INBOX),
    root,
    product: env.PRODUCT || 'Cadastre',
    dataCredit:
      env.DATA_CREDIT ?? 'Sales data © Crown in right of New South Wales through the Valuer General',
    timeZone: timeZoneOf(env.OFFICE_TZ),
    testSystem: env.TEST_SYSTEM === 'true' || env.TEST_SYSTEM === '1',
    imageHosts: [
      ...httpsHosts('IMAGE_HOSTS', env.IMAGE_HOSTS),
      ...(streetView ? [streetView.origin] : []),
      ...(mapTiles ? [new URL(mapTiles.replace(/[{}]/g, '')).origin] : []),
    ],
    mapTiles,
    mapTilesCredit: env.MAP_TILES_CREDIT ?? '',
    linkHosts: linkHostsOf(env.LINK_HOSTS),
    apiHost: httpsHosts('API_HOST', env.API_HOST)[0] ?? null,
    sessionCapHours: 24,
    hstsSeconds: hstsOf(env.HSTS),
    openerPolicy: openerPolicyOf(env.OPENER_POLICY),
    permissionsPolicy: permissionsPolicyOf(env.PERMISSIONS_POLICY),
    publicUrl: publicUrlOf(env.PUBLIC_URL),
    smtpUrl:
      urlOf('SMTP_URL', env.SMTP_URL, ['smtp:', 'smtps:'], 'smtps://user:password@mail.example.org')?.href ??
      null,
    mailFrom: mailFromOf(env.MAIL_FROM),
    reword: rewordOf(env),
    helpUrl:
      urlOf('HELP_URL', env.HELP_URL, ['https:', 'http:'], 'https://help.example.org')?.href.replace(
        /\/+$/,
        '',
      ) ?? null,
    helpTab: env.HELP_TAB || 'cadastre-help',
    streetViewUrl: streetView?.href ?? null,
    streetPage: streetPageOf(env.STREET_PAGE_URL),
    metrics: metricsOf(env),
    slowQueryMs: slowQueryOf(env.SLOW_QUERY_MS),
    keptByDistrictFrom: keptFrom(env.REPORTS_BY_DISTRICT_FROM),
    exportItemsAtOnce: itemsAtOnceOf(env.EXPORT_ITEMS_AT_ONCE),
    version: versionOf(root),
    dev: args.includes('--dev'),
    empty: args.includes('--empty'),
  };
}
