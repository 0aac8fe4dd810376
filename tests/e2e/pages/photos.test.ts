// Mobile photos in the real application: several at once, turned, assigned, deleted; by camera on a phone.
import { deflateSync } from 'node:zlib';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { axeViolations } from '#tests/support/axe.ts';
import { launchBrowser, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
let property: number;
beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
  await app.database.database.owner(async (client) => {
    const { rows } = await client.query<{ id: number }>('select id from property order by id limit 1');
    property = rows[0]?.id ?? 0;
  });
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

/** A real picture of one colour. */
function png(width: number, height: number): Buffer {
  const part = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const frame = Buffer.alloc(8);
    frame.writeUInt32BE(data.length, 0);
    frame.writeUInt32BE(crc(body), 4);
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const rows = Buffer.alloc(height * (1 + width * 3), 0).fill(0x7f, 1);
  for (let y = 0; y < height; y++) rows[y * (1 + width * 3)] = 0;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    part('IHDR', header),
    part('IDAT', deflateSync(rows)),
    part('IEND', Buffer.alloc(0)),
  ]);
}

const file = (name: string) => ({ name, mimeType: 'image/png', buffer: png(40, 20) });
const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('img', { name: `Photo ${name}` }) });

async function photosPage(
  options: Parameters<Browser['newContext']>[0] = {},
  user = 'admin',
  password = app.password,
) {
  const watched = await watchedPage(browser, options, (line) => line.includes('422'));
  await enter(watched.page, app.url, user, password, '/app/photos');
  await watched.page.getByRole('heading', { level: 1, name: 'Mobile photos' }).waitFor();
  return watched;
}

describe('mobile photos', () => {
  it('are taken several at once, shown with their names, turned left and right', async () => {
    const { page, context, complaints } = await photosPage();
    expect(await page.title()).toBe('Cadastre - Mobile photos');
    await page.getByText('You have no photo here yet.').waitFor();
    await page
      .getByLabel(/^Drop photos here/)
      .setInputFiles([
        file('front.png'),
        file('back.png'),
        { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') },
      ]);
    await page.getByText('Not sent: notes.txt.').waitFor();
    for (const name of ['front.png', 'back.png']) {
      const picture = page.getByRole('img', { name: `Photo ${name}` });
      await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(40);
    }
    const turn = () => page.getByRole('img', { name: 'Photo front.png' }).getAttribute('data-turn');
    await page.getByRole('button', { name: 'Rotate right: front.png' }).click();
    await expect.poll(turn).toBe('90');
    await page.getByRole('button', { name: 'Rotate left: front.png' }).press('Enter');
    await expect.poll(turn).toBe('0');
    await page.getByRole('button', { name: 'Rotate left: front.png' }).press('Enter');
    await expect.poll(turn).toBe('270');
    expect(await axeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are dropped on the field too', async () => {
    const { page, context, complaints } = await photosPage();
    const transfer = await page.evaluateHandle(
      (bytes: readonly number[]) => {
        const data = new DataTransfer();
        data.items.add(new File([new Uint8Array(bytes)], 'dropped.png', { type: 'image/png' }));
        return data;
      },
      [...png(40, 20)],
    );
    await page.locator('.cad-upload-drop').dispatchEvent('drop', { dataTransfer: transfer });
    await page.getByRole('img', { name: 'Photo dropped.png' }).waitFor();
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('are assigned to an item by its id, taken back, and deleted', async () => {
    const { page, context, complaints } = await photosPage();
    const assign = async (id: number) => {
      await page.getByRole('button', { name: 'Assign: back.png' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Assign back.png' });
      await dialog.getByRole('combobox', { name: 'Kind of item' }).click();
      await page.getByRole('option', { name: 'Property' }).click();
      await dialog.getByRole('textbox', { name: /^Id/ }).fill(String(id));
      await dialog.getByRole('button', { name: 'Assign' }).click();
      return dialog;
    };
    const refused = await assign(999_999_999);
    await page
      .getByText(/does not exist|may not see/)
      .first()
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await refused.getByRole('button', { name: 'Close' }).click();
    const leave = page.getByRole('button', { name: 'Close without saving' });
    if (await leave.isVisible()) await leave.click();
    await refused.waitFor({ state: 'detached' });
    await assign(property);
    await page.getByText('back.png is assigned').waitFor();
    const link = card(page, 'back.png').getByRole('link', { name: `Property ${property}` });
    await expect.poll(() => link.getAttribute('href')).toBe(`/prop/${property}`);
    await page.getByRole('button', { name: 'Take back: back.png' }).click();
    await card(page, 'back.png').getByText('Not assigned').waitFor();
    await page.getByRole('button', { name: 'Delete: back.png' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The item was successfully deleted').waitFor();
    await card(page, 'back.png').waitFor({ state: 'detached' });
    expect(complaints).toEqual([]);
    await context.close();
  });

  it("offer a phone's camera, and fit a phone's window", async () => {
    const phone = { viewport: { width: 390, height: 800 }, hasTouch: true, isMobile: true };
    const password = await app.addUser('phil', 'valuer', '*');
    const { page, context, complaints } = await photosPage(phone, 'phil', password);
    await page.getByText('You have no photo here yet.').waitFor();
    const camera = page.getByLabel('Take a photo');
    await expect.poll(() => camera.getAttribute('capture')).toBe('environment');
    await page.getByText('Take a photo').waitFor();
    await camera.setInputFiles([file('street.png')]);
    await page.getByRole('img', { name: 'Photo street.png' }).waitFor();
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0);
    const size = await page.getByRole('button', { name: 'Rotate right: street.png' }).boundingBox();
    expect(Math.min(size?.width ?? 0, size?.height ?? 0), 'a finger hits it').toBeGreaterThanOrEqual(44);
    expect(await axeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  });
});
