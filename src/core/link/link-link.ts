import type { Text } from '../linked.ts';
import { suggest } from '../suggest.ts';
import { linkShape, routeOfLink } from './routes.ts';
import type { ScreenLinking } from './screen-linking.ts';

/** A link leads to a route of this application, with all its parameters, and never to another host. */
export function checkLink(link: Text, pointer: string, screen: ScreenLinking): void {
  const { segments, query } = linkShape(link);
  const shown = segments.map((segment) => (segment === ':' ? '{…}' : segment)).join('/');
  if (segments[0] !== '' || (segments.length > 2 && segments[1] === '')) {
    // A link that is one path alone, e.g. {row.link}, is decided when it is followed.
    if (segments.length === 1 && segments[0] === ':') return;
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
    if (route.query === null || route.query.includes(name)) continue;
    screen.report({
      pointer,
      rule: 'unknown-link-parameter',
      message: `The route "${route.pattern}" has no parameter "${name}".`,
      suggestion: suggest(name, route.query),
    });
    return;
  }
}
