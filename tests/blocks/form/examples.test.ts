import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { formatDiagnostic } from '#src/core/diagnostic.ts';
import { prepareLibrary, root } from '#tests/definitions/fixture.ts';

const examples = [
  ...filesUnder(root, 'src/widgets', /example\.json$/),
  'src/blocks/form/example.json',
  'src/blocks/search/example.json',
];

describe('the examples of forms, searches and inputs', () => {
  it.each(examples)('link without a finding: %s', (file) => {
    const bytes = readFileSync(join(root, file));
    const { id } = JSON.parse(bytes.toString('utf8')) as { readonly id: string };
    const { diagnostics, screens } = prepareLibrary(null, [{ path: `screens/${id}.json`, bytes }]);
    expect(diagnostics.map(formatDiagnostic)).toEqual([]);
    expect(JSON.stringify(screens)).toContain(id);
  });
});
