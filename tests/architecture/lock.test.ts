import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './sources.ts';

interface LockedPackage {
  readonly engines?: { readonly node?: string };
  readonly optionalDependencies?: { readonly [name: string]: string };
}

const lock: { readonly packages: { readonly [path: string]: LockedPackage } } = JSON.parse(
  readFileSync(join(root, 'package-lock.json'), 'utf8'),
);
const packages = Object.entries(lock.packages);
const oldest = [20, 19, 0] as const;

/** Whether one comparator, such as `>=18`, `^20.17.0` or `20.x`, takes the oldest Node that we do. */
function takes(comparator: string): boolean {
  const [, sign = '', text = ''] = /^([<>=^~]*)v?(.*)$/.exec(comparator) ?? [];
  const given = text.split('.').filter((part) => /^\d+$/.test(part));
  const parts = given.map(Number);
  const [major = 0, minor = 0, patch = 0] = parts;
  const difference = oldest[0] - major || oldest[1] - minor || oldest[2] - patch;
  if (text === '*' || text === '') return true;
  if (sign === '>=') return difference >= 0;
  if (sign === '>') return difference > 0;
  if (sign === '<=') return difference <= 0;
  if (sign === '<') return difference < 0;
  if (sign === '^') return oldest[0] === major && difference >= 0;
  if (sign === '~') return oldest[0] === major && oldest[1] === minor && difference >= 0;
  return parts.every((part, at) => oldest[at] === part);
}

function accepts(range: string): boolean {
  return range
    .replace(/([<>=^~])\s+/g, '$1')
    .split('||')
    .some((choice) => choice.trim().split(/\s+/).every(takes));
}

describe('package-lock.json', () => {
  it('names the packages of every platform, so that npm ci works on each', () => {
    const missing = packages.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies)
        .filter(
          (name) =>
            !(`${path}/node_modules/${name}` in lock.packages || `node_modules/${name}` in lock.packages),
        )
        .map((name) => `${path} wants ${name}`),
    );
    expect(missing).toEqual([]);
  });

  it('names no package that refuses the oldest Node that we take', () => {
    const refused = packages
      .filter(([, { engines }]) => engines?.node !== undefined && !accepts(engines.node))
      .map(([path, { engines }]) => `${path} takes Node ${engines?.node}`);
    expect(refused).toEqual([]);
    expect(['>=22', '^18 || >=20.20', '^22.0.0'].filter(accepts)).toEqual([]);
    expect(['>=18', '^18 || >= 20', '20.x || 22', '^20.17.0 || >=22.9.0', '*'].filter(accepts)).toHaveLength(
      5,
    );
  });
});
