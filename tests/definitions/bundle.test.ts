import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from './fixture.ts';

interface Bundles {
  readonly bundled: (
    name: string,
    entry: string,
    options: { readonly folder: string; readonly folders?: readonly string[] },
  ) => Promise<string | null>;
}

it('makes a script anew when a source of it changes or what was made is broken, and not otherwise', async () => {
  const { bundled }: Bundles = await import(join(root, 'scripts/bundle.mjs'));
  const folder = mkdtempSync(join(tmpdir(), 'cadastre-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const entry = relative(root, join(folder, 'entry.ts'));
  const say = (word: string) =>
    writeFileSync(join(folder, 'word.ts'), `export const word: string = '${word}';\n`);
  say('first');
  writeFileSync(
    join(folder, 'entry.ts'),
    `import { word } from './word.ts';\nconsole.log(word, import.meta.dirname);\n`,
  );
  const made = async () => (await bundled('trial', entry, { folder: join(folder, 'cache') })) ?? '';
  const run = async () => execFileSync(process.execPath, [await made()], { encoding: 'utf8' });
  expect(await run()).toBe(`first ${folder}\n`);
  const path = await made();
  const text = readFileSync(path, 'utf8');
  // As long as nothing has changed, nothing is made.
  const record = join(folder, 'cache', 'trial.json');
  const before = readFileSync(record, 'utf8');
  expect([await made(), readFileSync(record, 'utf8')]).toEqual([path, before]);
  writeFileSync(path, text.slice(0, 40));
  expect(await run()).toBe(`first ${folder}\n`);
  writeFileSync(record, '{');
  expect(await run()).toBe(`first ${folder}\n`);
  say('second');
  expect(await run()).toBe(`second ${folder}\n`);
  expect(dirname(await made())).not.toBe(dirname(path));
});

it('takes along what is imported by a made name, and a file that is new there', async () => {
  const { bundled }: Bundles = await import(join(root, 'scripts/bundle.mjs'));
  const folder = mkdtempSync(join(tmpdir(), 'cadastre-bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const words = join(folder, 'words');
  mkdirSync(words);
  const say = (word: string) => writeFileSync(join(words, `${word}.ts`), `export const word = '${word}!';\n`);
  say('first');
  writeFileSync(
    join(folder, 'entry.ts'),
    'const name: string = process.argv[2] ?? "";\nconsole.log((await import("./words/" + name + ".ts")).word);\n',
  );
  const run = async (word: string) => {
    const options = { folder: join(folder, 'cache'), folders: [relative(root, words)] };
    const path = await bundled('trial', relative(root, join(folder, 'entry.ts')), options);
    return execFileSync(process.execPath, [path ?? '', word], { encoding: 'utf8' });
  };
  expect(await run('first')).toBe('first!\n');
  say('second');
  expect(await run('second')).toBe('second!\n');
});

it('writes paper from one file, as the server that is made so does', async () => {
  const { bundled }: Bundles = await import(join(root, 'scripts/bundle.mjs'));
  // Packages that stay apart are found from within the installation.
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'bundle-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(
    join(folder, 'entry.ts'),
    `import { paperOf } from '#server/reports/document/page.ts';
    import { writePdf } from '#server/reports/document/write-pdf.ts';
    const at = new Date('2026-07-01T00:00:00Z');
    const head = { title: 'Sales', author: 'Office', above: ['Sales', '2025'], below: 'Office', at } as const;
    process.stdout.write(await writePdf({ pieces: [], pages: 1 }, paperOf('portrait'), head));`,
  );
  const path = await bundled('trial', relative(root, join(folder, 'entry.ts')), { folder });
  expect(execFileSync(process.execPath, [path ?? '']).toString('latin1')).toMatch(/^%PDF-[\s\S]*%%EOF\s*$/);
});
