import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import { addHeaders } from './headers.ts';

/** The headers of a page, as the environment says and as the request comes. */
async function headersOf(
  env: { readonly [name: string]: string },
  request: { proto?: string; from?: string } = {},
) {
  const config = loadConfig(env, []);
  const app = Fastify({ trustProxy: config.trustProxy === false ? false : [...config.trustProxy] });
  addHeaders(app, config, { sysparams: () => '', definitions: () => '' });
  app.get('/', () => 'page');
  const { headers } = await app.inject({
    url: '/',
    remoteAddress: request.from ?? '192.0.2.1',
    headers: request.proto ? { 'x-forwarded-proto': request.proto } : {},
  });
  await app.close();
  return {
    hsts: headers['strict-transport-security'],
    opener: headers['cross-origin-opener-policy'],
    permissions: headers['permissions-policy'],
  };
}

describe('the headers of every answer', () => {
  it('bind browsers to https where people come by it, and never where they do not', async () => {
    const hsts = async (...given: Parameters<typeof headersOf>) => (await headersOf(...given)).hsts;
    const year = 'max-age=31536000';
    const proxied = { TRUST_PROXY: '192.0.2.80' };
    const https = { proto: 'https' };
    expect(await hsts({})).toBeUndefined();
    // Whoever is no named proxy says nothing of how people come.
    expect(await hsts(proxied, https)).toBeUndefined();
    expect(await hsts(proxied, { ...https, from: '192.0.2.80' })).toBe(year);
    expect(await hsts(proxied, { proto: 'http', from: '192.0.2.80' })).toBeUndefined();
    expect(await hsts({ PUBLIC_URL: 'https://office.example.org' })).toBe(year);
    expect(await hsts({ PUBLIC_URL: 'http://office.example.org' })).toBeUndefined();
    expect(await hsts({ HSTS: '3600' })).toBe('max-age=3600');
    expect(await hsts({ PUBLIC_URL: 'https://office.example.org', HSTS: 'off' })).toBeUndefined();
  });

  it('keep other windows out and the device closed, unless the office says otherwise', async () => {
    const { opener, permissions } = await headersOf({});
    expect(opener).toBe('same-origin-allow-popups');
    for (const feature of ['camera=()', 'microphone=()', 'geolocation=()', 'clipboard-write=(self)'])
      expect(String(permissions).split(', ')).toContain(feature);
    expect(
      await headersOf({ OPENER_POLICY: 'same-origin', PERMISSIONS_POLICY: 'camera=(self)' }),
    ).toMatchObject({
      opener: 'same-origin',
      permissions: 'camera=(self)',
    });
    expect(await headersOf({ OPENER_POLICY: 'off', PERMISSIONS_POLICY: 'off' })).toMatchObject({
      opener: undefined,
      permissions: undefined,
    });
  });
});
