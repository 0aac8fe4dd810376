// Which definitions break when something goes: it is taken away, everything is checked, and what is new is told.
import { join } from 'node:path';
import { permissions } from '#server/access/permissions.ts';
import { createFactsReader } from '#server/definitions/facts.ts';
import { type DefinitionFile, readDefinitionFiles } from '#server/definitions/files.ts';
import { prepareForServing } from '#server/definitions/prepare.ts';
import { type Diagnostic, formatDiagnostic } from '#src/core/diagnostic.ts';
import { suggest } from '#src/core/suggest.ts';
import { isJsonObject, type Json } from '#src/core/values.ts';
import { databaseFolder } from './check.ts';
import { lazyDatabase } from './lazy-database.ts';
import { UsageError, type Verb } from './verb.ts';

interface Taken {
  /** `Field "suburb" of "sale"`. */
  readonly what: string;
  readonly files: readonly DefinitionFile[];
}

const folders: { readonly [kind: string]: string } = {
  codes: 'schemas/codes',
  form: 'schemas/forms',
  operation: 'schemas/operations',
};

const textOf = (file: DefinitionFile) => Buffer.from(file.bytes).toString('utf8');

function nameIn(path: string): string {
  return path.replace(/^.*\/|\.json$/g, '');
}

/** The files without the thing; throws when there is no such thing. */
function takeAway(thing: string, files: readonly DefinitionFile[]): Taken {
  const [kind = '', id = ''] = thing.split(':');
  const folder = folders[kind];
  if (id !== '' && folder) {
    const path = `${folder}/${id}.json`;
    known(
      id,
      files.filter((file) => file.path.startsWith(`${folder}/`)).map((file) => nameIn(file.path)),
      kind,
    );
    return { what: `${kind} "${id}"`, files: files.filter((file) => file.path !== path) };
  }
  if (id !== '') throw new UsageError(`"${kind}" is no kind. Use codes:, form:, operation: or permission:.`);
  const [entity = '', field] = thing.split('.');
  const path = `schemas/entities/${entity}.json`;
  known(
    entity,
    files.filter((file) => file.path.startsWith('schemas/entities/')).map((file) => nameIn(file.path)),
    'entity',
  );
  if (field === undefined)
    return { what: `Entity "${entity}"`, files: files.filter((file) => file.path !== path) };
  return {
    what: `Field "${field}" of "${entity}"`,
    files: files.map((file) => (file.path === path ? withoutField(file, entity, field) : file)),
  };
}

function withoutField(file: DefinitionFile, entity: string, field: string): DefinitionFile {
  const json = JSON.parse(textOf(file)) as Json;
  const properties = isJsonObject(json) && isJsonObject(json.properties) ? json.properties : {};
  known(field, Object.keys(properties), `field of "${entity}"`);
  const { [field]: _, ...rest } = properties;
  const required = isJsonObject(json) && Array.isArray(json.required) ? json.required : [];
  const without = {
    ...(json as object),
    properties: rest,
    required: required.filter((name) => name !== field),
  };
  return { path: file.path, bytes: Buffer.from(JSON.stringify(without, null, 2)) };
}

function known(name: string, among: readonly string[], what: string): void {
  if (among.includes(name)) return;
  const near = suggest(name, among);
  throw new UsageError(`"${name}" is no ${what}.${near ? ` ${near}` : ''}`);
}

/** Places that name a permission: nothing would be broken without it, but nobody would get in. */
function placesOfPermission(code: string, files: readonly DefinitionFile[]): readonly string[] {
  known(code, Object.keys(permissions), 'permission');
  const mention = new RegExp(`["']${code}["']`);
  return files.flatMap((file) =>
    textOf(file)
      .split('\n')
      .flatMap((line, i) => {
        const at = line.search(mention);
        return at < 0 ? [] : [`${file.path}:${i + 1}:${at + 2} names ${code}`];
      }),
  );
}

const keyOf = ({ file, rule, message, pointer }: Diagnostic) => `${file} ${pointer} ${rule} ${message}`;

export const usesVerb: Verb = {
  name: 'uses',
  usage: 'ENTITY.FIELD',
  summary: 'Tells which screens break when a field goes.',
  details: [
    'Also ENTITY, codes:TABLE, form:NAME, operation:ID and permission:CODE.',
    'The thing is taken away in memory, everything is checked, and what is wrong then is told with its place.',
  ],
  run: async (args, { root, out }) => {
    const [thing, ...more] = args;
    if (thing === undefined || more.length > 0) throw new UsageError('Name one thing.');
    const files = readDefinitionFiles(root);
    if (thing.startsWith('permission:')) {
      const places = placesOfPermission(thing.slice('permission:'.length), files);
      for (const place of places) out(place);
      out(places.length === 0 ? 'Nothing names it.' : `${places.length} places name it.`);
      return 0;
    }
    const taken = takeAway(thing, files);
    const dataDir = join(root, 'var', 'check');
    const database = lazyDatabase(root, databaseFolder(dataDir), () => {});
    try {
      const facts = createFactsReader(database, { root, dataDir });
      const before = new Set((await prepareForServing(files, facts, root)).diagnostics.map(keyOf));
      const after = (await prepareForServing(taken.files, facts, root)).diagnostics;
      const broken = after.filter((finding) => !before.has(keyOf(finding)));
      for (const finding of broken) out(formatDiagnostic(finding));
      const screens = new Set(broken.map(({ file }) => file)).size;
      out(
        broken.length === 0
          ? `${taken.what} can go: no definition breaks.`
          : `${taken.what} is needed in ${broken.length === 1 ? '1 place' : `${broken.length} places`} of ${screens === 1 ? '1 file' : `${screens} files`}.`,
      );
      return 0;
    } finally {
      await database.close();
    }
  },
};
