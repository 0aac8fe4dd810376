function content(name: string): string {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? '';
}

/** Path under which the application is mounted, without a slash at its end; empty for the root. */
export const basePath = content('cadastre-base').replace(/\/$/, '');

/** Where the API answers; another host's when the page says so. */
export const apiBase = content('cadastre-api') || `${basePath}/api`;

/** The product's short name, a setting of the server. */
export const productName = content('cadastre-product') || 'Cadastre';

/** Whose data the pages show. */
export const dataCredit = content('cadastre-credit');

/** Site of the help pages, without a slash at its end; empty where there is none. */
export const helpSite = content('cadastre-help');
