import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js';
import { describe, expect, it } from 'vitest';
import { validatorModule } from './validator-module.ts';

const schema = {
  type: 'object' as const,
  properties: {
    title: { type: 'string' as const, maxLength: 3 },
    bought_on: { type: 'string' as const, format: 'date' },
    pages: { type: 'integer' as const, minimum: 1 },
  },
};

async function load(text: string): Promise<Parameters<typeof createPrecompiledValidator>[0]> {
  const folder = await mkdtemp(join(tmpdir(), 'validator-'));
  try {
    await writeFile(join(folder, 'module.mjs'), text);
    const module = (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'module.mjs')).href)) as {
      readonly default: Parameters<typeof createPrecompiledValidator>[0];
    };
    return module.default;
  } finally {
    await rm(folder, { recursive: true });
  }
}

describe('a validator module', () => {
  it('validates as the schema says, by the name that rjsf asks for', async () => {
    const validator = createPrecompiledValidator(await load(await validatorModule(schema)), schema);
    const keywords = (values: object) =>
      (validator.rawValidation(schema, values).errors as readonly { keyword: string }[] | undefined)?.map(
        ({ keyword }) => keyword,
      ) ?? [];
    expect(keywords({ title: 'abc', bought_on: '2024-02-29', pages: 1 })).toEqual([]);
    expect(keywords({})).toEqual([]);
    expect(keywords({ title: 'abcd', bought_on: '2023-02-29', pages: 0.5 }).sort()).toEqual([
      'format',
      'maxLength',
      'minimum',
      'type',
    ]);
  });

  it('makes no function of text', async () => {
    const text = await validatorModule(schema);
    expect(text).not.toMatch(/\beval\s*\(|new Function|\bimport\s*\(/);
  });

  it('is compiled once for the same schema', () => {
    expect(validatorModule(schema)).toBe(validatorModule(structuredClone(schema)));
  });

  it('refuses what is no schema', async () => {
    await expect(validatorModule({ type: 'nonsense' })).rejects.toThrow();
  });
});
