import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { formatDiagnostic } from '#src/core/diagnostic.ts';
import { prepareLibrary, root } from './fixture.ts';

const examples = filesUnder(root, 'src', /(?:^|\.)example\.json$/);

describe('examples of blocks, widgets and actions', () => {
  it.each(examples)('are definitions without a finding: %s', (file) => {
    const bytes = readFileSync(join(root, file));
    const { id } = JSON.parse(bytes.toString('utf8')) as { id: string };
    const { diagnostics } = prepareLibrary(null, [{ path: `screens/${id}.json`, bytes }], true);
    expect(diagnostics.map(formatDiagnostic)).toEqual([]);
  });
});
