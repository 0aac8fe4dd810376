// The one rule for addresses, whoever gives them: a definition, the menu, a record, a formatted text. An address is a page
// of this application, or https on a host that is configured. Everything else, `javascript:` and `//host` among it, is none.
import { limits } from './limits.ts';
import { matchRoute } from './route.ts';
import { isJsonObject } from './values.ts';

type Routes = readonly (Parameters<typeof matchRoute>[0][number] & { readonly access: string })[];

export interface LinkRule {
  readonly routes: Routes;
  /** `maps.example.org`, or `*.example.org` for the host and all below it. */
  readonly hosts: readonly string[];
}

// One slash: browsers take `//x` and `/\x` for another host, and leave out the tabs and ends of lines between slashes.
const begins = /^\/(?![/\\])/;
const inside = /^\/(?![/\\])[^\s\\<>"]*$/;
// No user, no port other than the usual one: what is shown is where it leads.
const outside = /^https:\/\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?:[/?#][^\s\\<>"]*)?$/;

export function isConfiguredHost(host: string, hosts: readonly string[]): boolean {
  return hosts.some((known) =>
    known.startsWith('*.') ? host === known.slice(2) || host.endsWith(known.slice(1)) : host === known,
  );
}

export function isOutside(href: string): boolean {
  return href.startsWith('https:');
}

/** Whether an address stays in this application, wherever in it that is. */
export function isInside(href: string): boolean {
  return href.length <= limits.address && inside.test(href);
}

/**
 * Whether an address is a page of those who are signed in, however it is written. Sign-in and sign-out are none: an
 * address that somebody else gave ends nobody's session.
 */
export function isPage(href: string, routes: Routes): boolean {
  return isInside(href) && matchRoute(routes, href.split(/[?#]/, 1)[0] ?? '')?.entry.access === 'auth';
}

/** Whether an address is a page of this application that is there for whoever has these routes, signed in or not. */
export function isServed(href: string, routes: Routes): boolean {
  return isInside(href) && matchRoute(routes, href.split(/[?#]/, 1)[0] ?? '') !== null;
}

/** Whether an address may be a link. */
export function mayLink(href: string, { routes, hosts }: LinkRule): boolean {
  if (href.length > limits.address) return false;
  if (isInside(href)) return isPage(href, routes);
  const host = outside.exec(href)?.[1];
  return host !== undefined && isConfiguredHost(host, hosts);
}

/** Where a link of a definition leads: inside, out, or the data say it when it is followed, as with `{row.link}` alone. */
export function leadOf(link: unknown): 'inside' | 'computed' | 'out' {
  if (typeof link === 'string') return isInside(link) ? 'inside' : 'out';
  if (!isJsonObject(link) || !Array.isArray(link.$text)) return 'out';
  const parts: readonly unknown[] = link.$text;
  const [first] = parts;
  if (typeof first !== 'string') return parts.length === 1 ? 'computed' : 'out';
  // What is filled in is encoded: a slash in it begins no other host, but what stands behind the first one does.
  const drawn = parts.map((part) => (typeof part === 'string' ? part : 'x')).join('');
  return begins.test(first) && isInside(drawn) ? 'inside' : 'out';
}
