import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../config.ts';
import { Problem } from '../problem.ts';
import { sendProblem } from './problems.ts';

function attribute(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');
}

const testBanner = '<aside class="cad-test-banner" aria-label="Kind of system">TEST SYSTEM</aside>';

/** index.html with the mount path, because a page deep in the application cannot use relative addresses. */
export function pageFor(config: Config, html: string): string {
  const metas = [
    `<meta name="cadastre-base" content="${attribute(config.basePath)}" />`,
    ...(config.apiHost ? [`<meta name="cadastre-api" content="${attribute(config.apiHost)}" />`] : []),
    `<meta name="cadastre-product" content="${attribute(config.product)}" />`,
    `<meta name="cadastre-link-hosts" content="${attribute(config.linkHosts.join(' '))}" />`,
    ...(config.helpUrl
      ? [
          `<meta name="cadastre-help" content="${attribute(config.helpUrl)}" />`,
          `<meta name="cadastre-help-tab" content="${attribute(config.helpTab)}" />`,
        ]
      : []),
    ...(config.streetViewUrl
      ? [`<meta name="cadastre-street-view" content="${attribute(config.streetViewUrl)}" />`]
      : []),
    ...(config.streetPage
      ? [`<meta name="cadastre-street-page" content="${attribute(config.streetPage)}" />`]
      : []),
    ...(config.mapTiles
      ? [
          `<meta name="cadastre-map-tiles" content="${attribute(config.mapTiles)}" />`,
          `<meta name="cadastre-map-tiles-credit" content="${attribute(config.mapTilesCredit)}" />`,
        ]
      : []),
    `<meta name="cadastre-credit" content="${attribute(config.dataCredit)}" />`,
  ];
  const page = html
    .replace(/(src|href)="\.\//g, `$1="${config.basePath}/`)
    .replace(/<head>/, `<head>\n    ${metas.join('\n    ')}`);
  // In the page itself, so that it stands there before anything is drawn, also over the sign-in.
  return config.testSystem ? page.replace(/<body>/, `<body>\n    ${testBanner}`) : page;
}

const notBuilt =
  '<!doctype html><title>Cadastre</title><p>The browser part is not built. Run <code>npm start</code>, or open the address that <code>npm run dev</code> prints.</p>';

/** Serves the built browser part; every path that is no file is a page of the application. */
export async function addClient(app: FastifyInstance, config: Config): Promise<void> {
  const folder = join(config.root, 'dist', 'client');
  const index = join(folder, 'index.html');
  const sendPage = (reply: FastifyReply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(existsSync(index) ? pageFor(config, readFileSync(index, 'utf8')) : notBuilt);

  if (existsSync(folder))
    await app.register(fastifyStatic, {
      root: folder,
      prefix: `${config.basePath}/`,
      // The files that lie there at the start: a search of folders at each request would cost more than the file.
      wildcard: false,
      index: false,
      decorateReply: false,
      dotfiles: 'ignore',
      // The build lays .br and .gz beside each file.
      preCompressed: true,
      // Files only. The page itself never goes out as the plain file: its addresses are relative.
      allowedPath: (path) => /\.\w+$/.test(path) && !/(\.map|index\.html)$/.test(path),
      setHeaders: (reply, path) => {
        const hashed = path.includes(`${join('client', 'assets')}`);
        reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      },
    });
  if (config.basePath !== '')
    app.get(config.basePath, (_request, reply) => reply.redirect(`${config.basePath}/`));

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? '/';
    const inside = path === config.basePath || path.startsWith(`${config.basePath}/`);
    const isPage = request.method === 'GET' || request.method === 'HEAD';
    const isFile = /\/assets\//.test(path) || /\.(js|css|map|png|svg|ico|woff2?|json)$/.test(path);
    if (path.startsWith(`${config.basePath}/api/`) || !inside || !isPage || isFile)
      return sendProblem(reply, new Problem('not-found'), request.id);
    return sendPage(reply);
  });
}
