import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { printed } from '#tests/support/application.ts';
import { type Development, startDevelopment } from '#tests/support/development.ts';

let dev: Development;
beforeAll(async () => {
  dev = await startDevelopment();
});
afterAll(() => dev?.remove());

describe('npm run dev', () => {
  it('says where to look, and serves what a page needs at addresses of several segments', async () => {
    await printed(dev.process, dev.output, /Open http/);
    expect(dev.output()).toContain(`Open ${dev.url}/ in the browser.`);
    const html = await (await fetch(`${dev.url}/report/stat/all`)).text();
    const own = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map((match) => match[1]);
    expect(own).toContain('/boot.js');
    expect(own.filter((path) => !path?.startsWith('/'))).toEqual([]);
  });

  it('takes its server along when it is ended', async () => {
    const answers = () =>
      fetch(`http://127.0.0.1:${dev.port}/api/definitions`).then(
        () => true,
        () => false,
      );
    expect(await answers()).toBe(true);
    await dev.end();
    await expect.poll(answers).toBe(false);
  });
});
