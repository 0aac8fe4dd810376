import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { root } from './sources.ts';

/** What no file imports, and why it is there all the same. */
const reasons: { readonly [name: string]: string } = {
  jsdom: 'the document that a drawn test asks vitest for in its first line',
};

const code = ['src', 'server', 'scripts', 'tests']
  .flatMap((folder) => filesUnder(root, folder, /\.(?:[mc]?[jt]sx?|css|json)$/))
  .filter((file) => !file.startsWith('tests/architecture/') && !file.startsWith('src/generated/'))
  .concat('vite.config.ts', 'vitest.config.ts')
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

function isUsed(name: string): boolean {
  // Types are of the package that is imported; a scope is written with two underscores in their names.
  const imported = name.replace(/^@types\/(.+)__(.+)$/, '@$1/$2').replace(/^@types\//, '');
  if (imported === 'node') return /['"]node:/.test(code);
  // The package or a file of it, for an import, or for a program of it that is run; an own name begins with #.
  return new RegExp(`['"]#?${imported}(?:/[^'"]*)?['"]`).test(code);
}

describe('the packages of package.json', () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly [kind in 'dependencies' | 'devDependencies']: { readonly [name: string]: string };
  };
  const names = [...Object.keys(dependencies), ...Object.keys(devDependencies)];

  it('are imported somewhere, or there for a reason', () => {
    expect(names.filter((name) => !isUsed(name) && !(name in reasons))).toEqual([]);
  });

  it('have no reason that is not needed', () => {
    expect(Object.keys(reasons).filter((name) => !names.includes(name) || isUsed(name))).toEqual([]);
  });
});
