import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './sources.ts';

const read = (file: string) => readFileSync(join(root, file), 'utf8');
const lineOf = (command: string) =>
  read('README.md')
    .split('\n')
    .find((line) => line.startsWith(`| \`npm run ${command}`)) ?? '';
const first = (pattern: RegExp, text: string) => pattern.exec(text)?.[1] ?? '';

describe('the commands in README.md', () => {
  it('name everything that the kill script kills, and so does its first line', () => {
    const script = read('scripts/kill.ts');
    const known = [...script.matchAll(/^ {2}(\w+): '\.\/(kill-[\w-]+\.ts)',$/gm)];
    for (const [, , file = ''] of known) expect(existsSync(join(root, 'scripts', file)), file).toBe(true);
    const names = known.map(([, name]) => name);
    expect(names.length).toBeGreaterThan(5);
    const told = [
      ...first(/^([^|]*)/, lineOf('kill').slice(2)).matchAll(/`(?:npm run kill -- )?(\w+)[^`]*`/g),
    ];
    expect(told.map(([, name]) => name).sort()).toEqual([...names].sort());
    expect(first(/npm run kill -- ([\w|]+)/, script).split('|')).toEqual(names);
  });

  it('name everything that the bench script measures, in its order, and so does its first line', () => {
    const script = read('scripts/bench.ts');
    const parts = first(/const parts:.* = \[\n([\s\S]*?)\n\];/, script);
    const names = [...parts.matchAll(/^ {2}\[(?:\n {4})?'(\w+)',/gm)].map(([, name]) => name);
    expect(names.length).toBeGreaterThan(15);
    expect(first(/`npm run bench -- ([a-z ]+)`/, lineOf('bench')).split(' ')).toEqual(names);
    expect(first(/npm run bench -- ([a-z ]+)`/, script).split(' ')).toEqual(names);
  });
});
