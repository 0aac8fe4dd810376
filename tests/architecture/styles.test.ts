import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { root } from './sources.ts';

describe('a class', () => {
  // Stylesheets come with the parts that need them, so of two that style one class the later visit decides.
  it('is styled by one stylesheet', () => {
    const owners = new Map<string, Set<string>>();
    for (const file of filesUnder(root, 'src', /\.css$/)) {
      const rules = readFileSync(join(root, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
      for (const [, selectors = ''] of rules.matchAll(/([^{}]+)\{[^{}]*\}/g))
        for (const selector of selectors.split(','))
          if (/^\.[\w-]+$/.test(selector.trim()))
            owners.set(selector.trim(), (owners.get(selector.trim()) ?? new Set()).add(file));
    }
    expect(owners.size).toBeGreaterThan(300);
    expect(
      [...owners].filter(([, files]) => files.size > 1).map(([name, files]) => [name, ...files]),
    ).toEqual([]);
  });
});
