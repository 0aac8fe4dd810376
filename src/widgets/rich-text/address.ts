/** What was typed or pasted as an address, in the one form that links are stored in; not yet judged. */
export function addressOf(typed: string, origin: string, base: string): string {
  const text = typed.trim();
  if (text.startsWith('/') || text === '') return text;
  const full = /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
  if (!URL.canParse(full)) return text;
  const url = new URL(full);
  // Our own pages are named by their path, so that the link lives on at another address.
  if (url.origin === origin && (url.pathname === base || url.pathname.startsWith(`${base}/`)))
    return `${url.pathname.slice(base.length)}${url.search}${url.hash}`;
  if (url.protocol === 'http:') url.protocol = 'https:';
  return url.href;
}

/** Path under which the application is mounted. */
export function mountPath(): string {
  const meta = document.querySelector<HTMLMetaElement>('meta[name="cadastre-base"]');
  return (meta?.content ?? '').replace(/\/$/, '');
}
