import { leadOf } from '../href.ts';
import type { Text } from '../linked.ts';
import { suggest } from '../suggest.ts';
import { type KnownRoute, linkShape, routeOfLink } from './routes.ts';
import type { ScreenLinking, Surroundings } from './screen-linking.ts';

/** A link leads to a route of this application, with all its parameters, and never to another host. */
export function checkLink(link: Text, pointer: string, around: Surroundings, screen: ScreenLinking): void {
  const { segments, query } = linkShape(link);
  const shown = segments.map((segment) => (segment === ':' ? '{…}' : segment)).join('/');
  const lead = leadOf(link);
  // A link that is one path alone, e.g. {row.link}, is decided when it is followed.
  if (lead === 'computed') return;
  if (lead === 'out') {
    screen.report({
      pointer,
      rule: 'foreign-link',
      message: `"${shown}" is no route of this application. A link begins with one "/".`,
    });
    return;
  }
  const route = routeOfLink(link, screen.routes);
  if (!route) {
    const patterns = screen.routes.map(({ pattern }) => pattern);
    screen.report({
      pointer,
      rule: 'unknown-route',
      message: `No screen has the route "${shown}".`,
      suggestion: suggest(shown.replace(/\{…\}/g, ':id'), patterns),
    });
    return;
  }
  for (const name of query) {
    if (route.query === null || route.query.includes(name) || ofBlock(name, route, screen)) continue;
    screen.report({
      pointer,
      rule: 'unknown-link-parameter',
      message: `The route "${route.pattern}" has no parameter "${name}".`,
      suggestion: suggest(name, route.query),
    });
    return;
  }
  checkOpen(route, pointer, around, screen);
}

// Who reads the page and may not open what a link leads to would be told that there is nothing.
function checkOpen(
  { pattern, needs }: KnownRoute,
  pointer: string,
  { guards = [] }: Surroundings,
  screen: ScreenLinking,
): void {
  if (!needs || needs === screen.checked.json.needs || guards.includes(needs)) return;
  if (screen.catalog.everybody.has(needs)) return;
  screen.report({
    pointer,
    rule: 'closed-link',
    message: `The page "${pattern}" needs "${needs}", which a reader of this page may not have.`,
    suggestion: `Show the link only to who may follow it: "visibleWhen" or "when": "has_perm('${needs}')".`,
  });
}

/** Whether `search.from` names a block of the screen that reads this part of the address. */
function ofBlock(name: string, route: KnownRoute, screen: ScreenLinking): boolean {
  const [id = '', key = ''] = name.split('.');
  const type = route.blocks?.get(id);
  const schema = type === undefined ? undefined : screen.catalog.language.blocks.get(type);
  return schema?.['x-address']?.includes(key) ?? false;
}
