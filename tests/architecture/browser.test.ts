import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { root } from './sources.ts';

describe('a browser', () => {
  it('is started in two places, which find the same one', () => {
    const starters = [
      ...filesUnder(root, 'scripts', /\.ts$/),
      ...filesUnder(root, 'tests', /\.tsx?$/),
    ].filter((file) => /\bchromium\.launch\w*\(/.test(readFileSync(join(root, file), 'utf8')));
    expect(starters).toEqual(['scripts/screens/render/picture.ts', 'tests/support/browser.ts']);
    // What starts tests, measures or a picture names that one for all.
    for (const file of ['scripts/test.mjs', 'scripts/bench.ts', 'scripts/screens/render/picture.ts'])
      expect(readFileSync(join(root, file), 'utf8'), file).toContain('findBrowser(');
  });

  it('keeps its globals in a test: what replaces one says so, and has its process to itself', () => {
    const assigned = ['src', 'tests'].flatMap((folder) =>
      filesUnder(root, folder, /\.tsx?$/).filter((file) =>
        /\b(?:globalThis|window)\.[A-Z]\w* = |\bObject\.assign\((?:navigator|globalThis|document)\b/.test(
          readFileSync(join(root, file), 'utf8'),
        ),
      ),
    );
    expect(assigned).toEqual([]);
  });
});
