import type { Browser } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hostileAnswers } from '#tests/definitions/hostile.ts';
import { type Application, enter, startApplication } from '#tests/support/application.ts';
import { answerOf, launchBrowser, watchedPage } from '#tests/support/browser.ts';

let app: Application;
let browser: Browser;
beforeAll(async () => {
  [app, browser] = [await startApplication(), await launchBrowser()];
});
afterAll(async () => {
  await browser?.close();
  await app?.stop();
});

describe('a screen that arrives changed on its way', () => {
  it('is named on its own page and drawn by nothing, and the other pages stay', async () => {
    const { page, context, complaints } = await watchedPage(browser);
    await enter(page, app.url, 'admin', app.password);
    for (const [name, make] of hostileAnswers) {
      await page.route('**/api/definitions/*', async (route) => {
        const answer = await answerOf(route);
        if (!answer) return;
        const screen: unknown = await answer.json().catch(() => null);
        const { id } = (screen ?? {}) as { readonly id?: string };
        if (id !== 'sale/index') return route.fulfill({ response: answer });
        return route.fulfill({ response: answer, body: make(screen as { readonly [key: string]: unknown }) });
      });
      await page.goto(`${app.url}/sale/index`);
      await page.getByRole('main').getByText('The definition that arrived cannot be drawn').waitFor();
      expect(await page.getByRole('main').getByRole('textbox').count(), name).toBe(0);
      await page.goto(`${app.url}/prop/index`);
      await page.getByRole('heading', { level: 1, name: 'Search properties' }).waitFor();
      await page.unroute('**/api/definitions/*');
    }
    expect(complaints).toEqual([]);
    await context.close();
  });
});
