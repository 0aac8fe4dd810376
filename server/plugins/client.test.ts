import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../config.ts';
import { addClient } from './client.ts';
import { memoryLog } from './log.ts';
import { addProblems } from './problems.ts';

const root = mkdtempSync(join(tmpdir(), 'cadastre-client-'));
const folder = join(root, 'dist', 'client');
let app: FastifyInstance;
let mounted: FastifyInstance;

async function serve(basePath: string): Promise<FastifyInstance> {
  const instance = Fastify();
  addProblems(instance, memoryLog());
  await addClient(instance, { ...loadConfig({}, []), root, basePath, apiHost: 'https://api.example' });
  return instance;
}

beforeAll(async () => {
  mkdirSync(join(folder, 'assets'), { recursive: true });
  writeFileSync(
    join(folder, 'index.html'),
    '<html><head><script src="./assets/a-1.js"></script></head></html>',
  );
  writeFileSync(join(folder, 'assets', 'a-1.js'), 'a');
  writeFileSync(join(folder, 'assets', 'a-1.js.map'), 'the source');
  writeFileSync(join(folder, '.built'), 'x');
  writeFileSync(join(folder, 'icon.svg'), '<svg/>');
  writeFileSync(join(root, 'secret.txt'), 'secret');
  app = await serve('');
  mounted = await serve('/office');
});
afterAll(async () => {
  await app.close();
  await mounted.close();
  rmSync(root, { recursive: true, force: true });
});

describe('client', () => {
  it.each(['/', '/sale/5', '/report/x/all?year=2020'])('answers the page to %s', async (url) => {
    const answer = await app.inject({ url });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-cache');
    expect(answer.body).toContain('<script src="/assets/a-1.js">');
    expect(answer.body).toContain('<meta name="cadastre-api" content="https://api.example" />');
  });

  it('mounts page and files under the base path', async () => {
    expect((await mounted.inject({ url: '/office/sale/5' })).body).toContain('src="/office/assets/a-1.js"');
    expect((await mounted.inject({ url: '/office/assets/a-1.js' })).body).toBe('a');
    expect((await mounted.inject({ url: '/office' })).headers.location).toBe('/office/');
    expect((await mounted.inject({ url: '/sale/5' })).statusCode).toBe(404);
  });

  it('keeps hashed files for ever and asks again for the others', async () => {
    expect((await app.inject({ url: '/assets/a-1.js' })).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    );
    expect((await app.inject({ url: '/icon.svg' })).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    '/assets/a-2.js',
    '/assets/a-1.js.map',
    '/../../secret.txt',
    '/..%2f..%2fsecret.txt',
    '/%2e%2e/%2e%2e/secret.txt',
  ])('gives away nothing at %s', async (url) => {
    const answer = await app.inject({ url });
    expect(answer.body).not.toMatch(/secret\b(?!\.)|the source/);
    expect(answer.statusCode).not.toBe(500);
  });
});
