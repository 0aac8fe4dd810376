import { rmSync } from 'node:fs';
import { expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { checkScreens } from '#scripts/screens/check.ts';
import { copyDefinitions, countScreens } from '#scripts/screens/copy-definitions.ts';
import { root } from './fixture.ts';

it('checks copies of reports, by which larger houses are measured, without an error', async () => {
  const screens = filesUnder(root, 'screens', /\.json$/);
  const copy = copyDefinitions(root, countScreens(root) * 2);
  try {
    const copies = filesUnder(copy, 'screens', /\.json$/).filter((file) => !screens.includes(file));
    expect(copies.length).toBeGreaterThanOrEqual(countScreens(root));
    const said: string[] = [];
    const say = (line: string) => said.push(line);
    expect(
      await checkScreens({ root: copy, json: false, out: say, note: say, only: copies }),
      said.join('\n'),
    ).toBe(0);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
});
