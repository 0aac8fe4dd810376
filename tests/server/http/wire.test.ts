import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApp, type TestServer } from '#tests/support/http.ts';
import { screens } from '#tests/support/http-fixture.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestApp({
    screens,
    config: { basePath: '/office', imageHosts: ['https://tiles.example.org'] },
  });
  token = await server.tokenOf('admin');
});
afterAll(() => server.close());

describe('wire', () => {
  it('sends the policy of trust.md with every answer', async () => {
    const { headers } = await server.call('GET', '/health');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; script-src 'self'; style-src-elem 'self'; style-src-attr 'unsafe-inline'; " +
        "img-src 'self' data: blob: https://tiles.example.org; font-src 'self'; connect-src 'self'; worker-src 'self'; " +
        "media-src 'self'; manifest-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'; object-src 'none'",
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'permissions-policy': server.context.config.permissionsPolicy,
      'cache-control': 'no-store',
      'x-cadastre-version': server.context.config.version,
    });
  });

  it('tells of a changed system parameter by its header', async () => {
    const first = (await server.call('GET', '/app/sysparams', { token })).headers['x-cadastre-sysparams'];
    await server.database.owner((client) =>
      client.query(`update sysparam set value = '1' where name = 'USETXTAI'`),
    );
    // It is read beside an answer, which does not wait for it.
    await expect
      .poll(async () => {
        server.wait(5_000);
        return (await server.call('GET', '/app/sysparams', { token })).headers['x-cadastre-sysparams'];
      })
      .not.toBe(first);
    expect((await server.call('GET', '/app/sysparams', { token })).json.USETXTAI).toBe('1');
  });

  it('answers unknown calls as problems and unknown pages with the application', async () => {
    expect((await server.call('GET', '/no/such/call/here', { token })).json).toMatchObject({
      status: 404,
      code: 'not-found',
    });
    const page = await server.app.inject({ url: '/office/sale/5' });
    expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect((await server.app.inject({ url: '/office/assets/gone.js' })).statusCode).toBe(404);
    expect((await server.app.inject({ url: '/elsewhere' })).statusCode).toBe(404);
    expect((await server.app.inject({ url: '/office/..%2f..%2fpackage.json' })).body).not.toContain(
      'devDependencies',
    );
  });

  it('describes every call in the OpenAPI document', async () => {
    const { json } = await server.call('GET', '/openapi.json');
    expect(json.openapi).toBe('3.1.0');
    expect(json.servers).toEqual([{ url: '/office/api' }]);
    const ids = Object.values<Record<string, { operationId: string }>>(json.paths).flatMap((path) =>
      Object.values(path).map(({ operationId }) => operationId),
    );
    expect(ids.sort()).toEqual(server.context.operations.map(({ id }) => id).sort());
    const body =
      json.paths['/app/login'].post.requestBody.content['application/json'].schema.properties
        .CadastreSafeContent;
    expect(body).toMatchObject({ contentEncoding: 'base64', contentMediaType: 'application/json' });
  });
});
