// The one rule for addresses that people give, e.g. in formatted text: a page of this application, or https on a
// host that is configured. Everything else, `javascript:` and `//host` among it, is none.
import { matchRoute } from './route.ts';

type Routes = Parameters<typeof matchRoute>[0];

export interface LinkRule {
  readonly routes: Routes;
  /** `maps.example.org`, or `*.example.org` for the host and all below it. */
  readonly hosts: readonly string[];
}

const longestHref = 2_000;
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

/** Whether an address may be a link. */
export function mayLink(href: string, { routes, hosts }: LinkRule): boolean {
  if (href.length > longestHref) return false;
  if (inside.test(href)) return matchRoute(routes, href.split(/[?#]/)[0] ?? '') !== null;
  const host = outside.exec(href)?.[1];
  return host !== undefined && isConfiguredHost(host, hosts);
}
