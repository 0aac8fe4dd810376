import { describe, expect, it } from 'vitest';
import { ConfigError, loadConfig } from './config.ts';

describe('configuration', () => {
  it('is made for one machine when nothing is said', () => {
    expect(loadConfig({}, [])).toMatchObject({
      host: '127.0.0.1',
      port: 8080,
      portIsExplicit: false,
      basePath: '',
      trustProxy: false,
      databaseUrl: null,
      databaseReadUrl: null,
      product: 'Cadastre',
      timeZone: 'Australia/Sydney',
      testSystem: false,
      dev: false,
      empty: false,
    });
  });

  it('takes a replica beside its primary only', () => {
    const DATABASE_READ_URL = 'postgres://replica/office';
    expect(() => loadConfig({ DATABASE_READ_URL }, [])).toThrow(ConfigError);
    expect(loadConfig({ DATABASE_READ_URL, DATABASE_URL: 'postgres://primary/office' }, [])).toMatchObject({
      databaseReadUrl: DATABASE_READ_URL,
    });
  });

  it('reads the environment and the options of the command', () => {
    const env = {
      PORT: '9000',
      BASE_PATH: '/office/',
      TRUST_PROXY: '127.0.0.1, 10.0.0.0/24 fd00::/8 loopback',
      TEST_SYSTEM: '1',
      IMAGE_HOSTS: 'https://a.example, https://*.b.example',
    };
    expect(loadConfig(env, ['--empty', '--dev'])).toMatchObject({
      port: 9000,
      portIsExplicit: true,
      basePath: '/office',
      trustProxy: ['127.0.0.1', '10.0.0.0/24', 'fd00::/8', 'loopback'],
      testSystem: true,
      imageHosts: ['https://a.example', 'https://*.b.example'],
      dev: true,
      empty: true,
    });
  });

  it('names a host of map tiles for pictures alone, and none by itself', () => {
    expect(loadConfig({}, [])).toMatchObject({ mapTiles: null, imageHosts: [] });
    const MAP_TILES_URL = 'https://tiles.example.org/streets/{z}/{x}/{y}.png';
    expect(loadConfig({ MAP_TILES_URL, MAP_TILES_CREDIT: '© Someone' }, [])).toMatchObject({
      mapTiles: MAP_TILES_URL,
      mapTilesCredit: '© Someone',
      imageHosts: ['https://tiles.example.org'],
    });
  });

  it('names a page of streets, another one, or none', () => {
    expect(loadConfig({}, []).streetPage).toBe(
      'https://www.google.com/maps/@?api=1&map_action=pano&viewpoint={lat},{lon}',
    );
    const STREET_PAGE_URL = 'https://streets.example.org/?at={lat},{lon}';
    expect(loadConfig({ STREET_PAGE_URL }, [])).toMatchObject({
      streetPage: STREET_PAGE_URL,
      imageHosts: [],
    });
    expect(loadConfig({ STREET_PAGE_URL: 'off' }, []).streetPage).toBeNull();
  });

  it.each([
    { STREET_PAGE_URL: 'http://streets.example.org/?at={lat},{lon}' },
    { STREET_PAGE_URL: 'https://streets.example.org/?at={lat}' },
    { STREET_PAGE_URL: 'https://streets.example.org/?at={lat},{lon}"><script>' },
    { MAP_TILES_URL: 'http://tiles.example.org/{z}/{x}/{y}.png' },
    { MAP_TILES_URL: 'https://tiles.example.org/{z}/{x}.png' },
    { MAP_TILES_URL: 'https://{s}.example.org/{z}/{x}/{y}.png' },
    { MAP_TILES_URL: 'https://tiles.example.org/{z}/{x}/{y}.png"><script>' },
    { PORT: 'eighty' },
    { PORT: '70000' },
    { BASE_PATH: 'office' },
    { BASE_PATH: '/a"b' },
    { OFFICE_TZ: 'Sydney' },
    { IMAGE_HOSTS: "https://a.example; script-src 'unsafe-eval'" },
    { API_HOST: 'http://a.example' },
    { PUBLIC_URL: 'cadastre.example.org' },
    { PUBLIC_URL: 'https://a.example/?x=1' },
    { SMTP_URL: 'https://mail.example.org' },
    { MAIL_FROM: 'nobody' },
    { REWORD_URL: 'file:///etc/passwd' },
    { HSTS: 'yes' },
    { HSTS: '-1' },
    { OPENER_POLICY: 'none' },
    { PERMISSIONS_POLICY: 'camera=none' },
    { PERMISSIONS_POLICY: 'camera=()\r\nset-cookie: a=b' },
    { TRUST_PROXY: 'true' },
    { TRUST_PROXY: '1' },
    { DATABASE_CONNECTIONS: '1' },
    { DATABASE_CONNECTIONS: 'many' },
    { DATABASE_WAIT_MS: '99' },
    { DATABASE_WAIT_MS: 'long' },
    { TRUST_PROXY: '0.0.0.0/0' },
    { TRUST_PROXY: '::/0' },
    { TRUST_PROXY: '10.0.0.0/33' },
    { TRUST_PROXY: '127.0.0.1, proxy.example.org' },
  ])('refuses %j with the value and the remedy', (env) => {
    expect(() => loadConfig(env, [])).toThrow(ConfigError);
    expect(() => loadConfig(env, [])).toThrow(/Give/);
  });
});
