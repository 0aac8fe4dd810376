import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { root } from './sources.ts';

it('compares with no empty object inside another: `toMatchObject` takes any object for it', () => {
  const idle = ['src', 'server', 'tests'].flatMap((folder) =>
    filesUnder(root, folder, /\.test\.tsx?$/).filter((file) =>
      /toMatchObject\(\{[^;]*?: \{\}/.test(readFileSync(join(root, file), 'utf8')),
    ),
  );
  expect(idle).toEqual([]);
});
