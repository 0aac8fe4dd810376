import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { screenIdOf } from '#src/core/reading.ts';
import { root, sources } from './sources.ts';

interface EntityFile {
  readonly record: { readonly calls?: string; readonly list: string; readonly view?: string };
  readonly properties: { readonly [id: string]: unknown };
}

function read<T>(file: string): T {
  return JSON.parse(readFileSync(join(root, file), 'utf8')) as T;
}

const operations = filesUnder(root, 'schemas/operations', /\.json$/).map((file) => basename(file, '.json'));
// A type whose operations are its own is the product's, not a definition's.
const entities = filesUnder(root, 'schemas/entities', /\.json$/)
  .map((file) => read<EntityFile>(file))
  .filter(({ record }) => record.calls !== 'own');
const screens = filesUnder(root, 'screens', /\.json$/)
  .filter((file) => !file.endsWith('menu.json') && !file.endsWith('.test.json'))
  .map((file) => ({
    file,
    text: readFileSync(join(root, file), 'utf8'),
    ...read<{ route?: string }>(file),
    id: screenIdOf(file),
  }));

// Words of the trade that are no ordinary words of a program. `base_year` and the like have an underscore.
const fieldNames = new Set(
  entities
    .flatMap(({ properties }) => Object.keys(properties))
    .filter((id) => id.includes('_') || ['suburb', 'postcode', 'dimensions', 'handcrafted'].includes(id)),
);
// Columns that every record has: the engine reads and writes them.
for (const common of ['updated_at', 'updated_by', 'created_at', 'created_by', 'district_code'])
  fieldNames.delete(common);
// Whoever is signed in has it, before any definition is read.
fieldNames.delete('full_name');

/** The address of a row is one function of the engine, with the specification's columns. */
const mayNameFields = ['src/core/address.ts'];

function literalsOf(text: string): readonly string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const quoted = [...code.matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)].map((match) => match[1] ?? match[2] ?? '');
  const members = [...code.matchAll(/\.([a-z]+_[a-z0-9_]+)\b/g)].map((match) => match[1] ?? '');
  return [...quoted, ...members];
}

const engine = sources.filter(
  ({ file }) => file.startsWith('src/') && !/^src\/(?:session|shell|app|generated)\//.test(file),
);

describe('names', () => {
  it('stand in definitions, not in the engine: no field of an entity', () => {
    const wrong = engine
      .filter(({ file }) => !mayNameFields.includes(file))
      .flatMap(({ file, text }) =>
        literalsOf(text)
          .filter((literal) => fieldNames.has(literal))
          .map((literal) => `${file}: ${literal}`),
      );
    expect(wrong).toEqual([]);
  });

  it('stand in definitions, not in the engine: no screen, route or list', () => {
    const names = new Set([
      ...screens.map(({ id }) => id).filter((id) => id.includes('/')),
      // Fragments and shared actions have none.
      ...screens.map(({ route }) => route ?? '').filter((route) => route.length > 1),
      ...entities.flatMap(({ record }) => [record.list, record.view ?? record.list]),
    ]);
    // JSON Schema's own word.
    names.delete('properties');
    // A widget's name, and what an expression reads of who is signed in.
    names.delete('users');
    names.delete('roles');
    const wrong = engine.flatMap(({ file, text }) =>
      literalsOf(text)
        .filter((literal) => names.has(literal))
        .map((literal) => `${file}: ${literal}`),
    );
    expect(wrong).toEqual([]);
  });

  it('lead from an operation to its handler and back', () => {
    const handlers = filesUnder(root, 'server/modules', /\.ts$/)
      .filter((file) =>
        /^export (?:const|async function|function) handler\b/m.test(readFileSync(join(root, file), 'utf8')),
      )
      .map((file) =>
        file
          .replace(/^server\/modules\//, '')
          .replace(/\.ts$/, '')
          .replace('/', '.')
          .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      );
    expect([...handlers].sort()).toEqual([...operations].sort());
  });

  it('are kebab-case for files', () => {
    const wrong = sources
      .map(({ file }) => file)
      .filter((file) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.tsx?$/.test(basename(file)));
    expect(wrong).toEqual([]);
  });

  it('of every block, widget and action are used by two definitions, or have an example', () => {
    const parts = [
      ...readdirSync(join(root, 'src/blocks'))
        .filter((type) => existsSync(join(root, 'src/blocks', type, 'schema.json')))
        .map((type) => ({ type, folder: `src/blocks/${type}`, example: `src/blocks/${type}/example.json` })),
      ...readdirSync(join(root, 'src/widgets'))
        .filter((type) => existsSync(join(root, 'src/widgets', type, 'schema.json')))
        .map((type) => ({
          type,
          folder: `src/widgets/${type}`,
          example: `src/widgets/${type}/example.json`,
        })),
      ...readdirSync(join(root, 'src/actions'))
        .filter((file) => file.endsWith('.schema.json'))
        .map((file) => basename(file, '.schema.json'))
        .map((type) => ({
          type,
          folder: `src/actions/${type}`,
          example: `src/actions/${type}.example.json`,
        })),
    ];
    const wrong = parts
      .filter(({ type, example }) => {
        const uses = screens.filter(
          ({ text }) => text.includes(`"type": "${type}"`) || text.includes(`"widget": "${type}"`),
        ).length;
        return uses < 2 && !existsSync(join(root, example));
      })
      .map(({ folder }) => folder);
    expect(wrong).toEqual([]);
  });
});
