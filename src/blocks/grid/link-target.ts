/** Address of a route for a link's href: under the page's base where the application is not served from the root. */
export function appHref(route: string): string {
  if (!document.querySelector('base[href]')) return route;
  const { pathname, search, hash } = new URL(route.replace(/^\//, './'), document.baseURI);
  return `${pathname}${search}${hash}`;
}
