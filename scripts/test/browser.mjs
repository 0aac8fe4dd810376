import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const debian = '/usr/bin/chromium';

/** Path of a Chromium; installs Debian's where this runs as root and none is found, else Playwright's own. */
export function findBrowser(say) {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH;
  if (existsSync(debian)) return debian;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Installing Chromium for the browser tests');
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit' });
    spawnSync('apt-get', ['install', '-y', '-qq', 'chromium'], {
      stdio: 'inherit',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    if (existsSync(debian)) return debian;
  }
  say("Installing Playwright's Chromium for the browser tests");
  spawnSync(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], {
    stdio: 'inherit',
  });
  return null;
}
