import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright';

const system = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** A browser without a window: the system's Chromium where there is one, else Playwright's. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    ...(existsSync(system) ? { executablePath: system } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}
