import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { renderPage, wantedOf } from '#scripts/screens/render.ts';
import { UsageError } from '#scripts/screens/verb.ts';
import { loadConfig } from '#server/config.ts';
import { readAddress } from '#server/plugins/address.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { root, temporaryFolder } from '#tests/support/database-server.ts';

let app: Application;
const folder = temporaryFolder('render');
beforeAll(async () => {
  app = await startApplication({ ownProcess: true });
});
afterAll(async () => {
  await app?.stop();
  rmSync(folder.path, { recursive: true, force: true });
});

async function render(...words: readonly string[]) {
  const file = join(folder.path, 'page.png');
  rmSync(file, { force: true });
  const lines: string[] = [];
  const say = (line: string) => lines.push(line);
  const config = loadConfig({ CADASTRE_DATA: app.dataDir, DATABASE_URL: app.database.url }, []);
  const code = await renderPage(config, wantedOf([...words, '--out', file]), { root, out: say, err: say });
  return { code, text: lines.join('\n'), picture: existsSync(file) ? readFileSync(file) : null };
}

function sizeOf(png: Buffer | null): readonly number[] {
  return png ? [png.readUInt32BE(16), png.readUInt32BE(20)] : [];
}

async function openSessions(): Promise<number> {
  return app.database.database.owner(async (client) => {
    const { rows } = await client.query<{ n: number }>(
      'select count(*)::integer as n from session where revoked_at is null',
    );
    return rows[0]?.n ?? -1;
  });
}

describe('screens render', () => {
  it('draws a page as a role on the server that runs, and leaves no session open', async () => {
    expect(readAddress(app.dataDir)).toEqual({ pid: app.pid, url: app.url });
    const { code, text, picture } = await render('report/mediansales', '--as', 'viewer', '--width', '900');
    expect(text).toContain('route  /report/mediansales/:dst');
    expect(text).toMatch(/page {3}\/report\/mediansales\/\w+/);
    expect(text).toMatch(/seen as viewer, user \w+/);
    expect(code).toBe(0);
    expect(picture?.subarray(1, 4).toString()).toBe('PNG');
    expect(sizeOf(picture)[0]).toBe(900);
    expect(await openSessions()).toBe(0);
  });

  it('finds a record for a route that needs one, and takes a size, colours and parameters', async () => {
    const record = await render('/sale/:id', '--as', 'valuer', '--height', '700', '--dark');
    expect(record.text).toMatch(/page {3}\/sale\/\d+/);
    expect(sizeOf(record.picture)).toEqual([1280, 700]);
    const given = await render('report/mediansales', '--as', 'valuer', '--params', 'dst=all', 'year=2024');
    expect(given.text).toContain('page   /report/mediansales/all?year=2024');
    expect([record.code, given.code]).toEqual([0, 0]);
  });

  it('ends with 1 and tells what failed when the page shows an error', async () => {
    const { code, text, picture } = await render('/sale/999999999', '--as', 'valuer');
    expect(code).toBe(1);
    expect(text).toMatch(/failed: .*Sale 999999999 does not exist, or you may not see it/);
    expect(picture).not.toBeNull();
  });

  it('refuses a page that the role does not see, a role that nobody has, and words it does not know', async () => {
    await app.database.database.owner((client) =>
      client.query("update app_user set active = false where username = 'contractor'"),
    );
    await expect(render('trx/import', '--as', 'viewer')).rejects.toThrow('viewer sees no page "trx/import".');
    await expect(render('sale/record', '--as', 'valur')).rejects.toThrow('Did you mean "valuer"?');
    await expect(render('sale/record', '--as', 'contractor')).rejects.toThrow(
      'Nobody has the role "contractor"',
    );
    await expect(render('report/mediansales', '--as', 'valuer', '--params', 'yaer=2024')).rejects.toThrow(
      'Did you mean "year"?',
    );
    expect(() => wantedOf(['sale/record', '--out', 'x.png'])).toThrow(UsageError);
    expect(() => wantedOf(['sale/record', '--as', 'valuer', '--out', 'x.jpg'])).toThrow('as a .png file');
    expect(() => wantedOf(['sale/record', '--widht', '3'])).toThrow('Did you mean "--width"?');
    expect(await openSessions()).toBe(0);
  });
});
