import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

// The shell is what Playwright itself uses without a window: a third less work for the same pages.
const shell = '/usr/bin/chromium-headless-shell';
const whole = '/usr/bin/chromium';

/**
 * Path of a Chromium: its headless shell before the whole one. Installs Debian's where this runs as root and the
 * shell is not found, else Playwright's own.
 */
export function findBrowser(say) {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (existsSync(shell)) return shell;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Installing Chromium for the browser tests');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell'], { stdio: 'inherit', env });
    if (existsSync(shell)) return shell;
    // A Debian before the shell had a package of its own.
    if (!existsSync(whole))
      spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], { stdio: 'inherit', env });
  }
  if (existsSync(whole)) return whole;
  say("Installing Playwright's Chromium for the browser tests");
  spawnSync(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], {
    stdio: 'inherit',
  });
  return null;
}
