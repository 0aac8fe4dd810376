import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { generatedFiles } from '#scripts/generate/generated-files.ts';
import { sources } from './sources.ts';

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const files = await generatedFiles(root);

describe('generated files', () => {
  it.each([...files.keys()])('are current: %s', (file) => {
    expect(
      readFileSync(join(root, file), 'utf8') === files.get(file),
      'Run "npm run generate" and commit.',
    ).toBe(true);
  });

  it('are each read by the product', () => {
    const read = (file: string) =>
      sources.some(
        (source) => source.imports.some(({ target }) => target === file) || source.text.includes(`'${file}'`),
      );
    const unread = [...files.keys()].filter((file) => file.startsWith('src/') && !read(file));
    expect(unread).toEqual([]);
  });

  it('say what each block is handed, so that none says by hand what its schema says', () => {
    const blocks = [...(files.get('src/generated/blocks.ts') ?? '').matchAll(/^ {2}readonly "([a-z-]+)"/gm)];
    const byHand = blocks
      .map(([, block]) => block ?? '')
      .filter(
        (block) =>
          !sources.some(
            ({ file, imports }) =>
              file.startsWith(`src/blocks/${block}/`) &&
              imports.some(({ target }) => target === 'src/core/block-definition.ts'),
          ),
      );
    expect(blocks.length).toBeGreaterThan(20);
    expect(byHand).toEqual([]);
  });

  it('leave no section of the page of definitions empty', () => {
    const lines = files.get('docs/definitions.md')?.split('\n').filter(Boolean) ?? [];
    const depth = (line = '#') => /^#*/.exec(line)?.[0].length ?? 0;
    const empty = lines.filter((line, at) => {
      const next = depth(lines[at + 1]);
      return depth(line) > 0 && next > 0 && next <= depth(line);
    });
    expect(empty).toEqual([]);
  });
});
