import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readDefinitionFiles } from './files.ts';
import { watchDefinitions } from './watch.ts';

it('sees a file each time it is replaced, and one in a new folder', async () => {
  const root = mkdtempSync(join(tmpdir(), 'cadastre-watch-'));
  for (const folder of ['screens', 'schemas']) mkdirSync(join(root, folder));
  const screen = join(root, 'screens', 'home.json');
  writeFileSync(screen, '0');
  let seen: Readonly<Record<string, string>> = {};
  const reload = async () => {
    seen = Object.fromEntries(
      readDefinitionFiles(root).map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]),
    );
  };
  const watch = watchDefinitions(root, reload, (error) => expect.unreachable(String(error)));
  onTestFinished(() => {
    watch.close();
    rmSync(root, { recursive: true });
  });
  for (let save = 1; save <= 10; save++) {
    writeFileSync(`${screen}.new`, String(save));
    renameSync(`${screen}.new`, screen);
    await expect.poll(() => seen['screens/home.json']).toBe(String(save));
  }
  mkdirSync(join(root, 'screens', 'report'));
  const fresh = join(root, 'screens', 'report', 'fresh.json');
  // The new folder's own event may already read the first text: the later ones need its own watch.
  for (const text of ['new', 'newer', 'newest']) {
    writeFileSync(fresh, text);
    await expect.poll(() => seen['screens/report/fresh.json']).toBe(text);
  }
});
