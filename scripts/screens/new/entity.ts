// A record type whole: what a person would write by docs/record-types.md, to be changed from there.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import { isJsonObject, type JsonObject } from '#src/core/values.ts';
import { type Io, UsageError } from '../verb.ts';
import { entityScreens } from './entity-screens.ts';
import { tableSql, viewSql } from './entity-sql.ts';
import { fieldsOf, refuseExisting, words, write } from './written.ts';

/** A name in parts, `leaseLot` as lease and lot. */
function partsOf(name: string): readonly string[] {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).split(' ');
}

function itemTypeOf(parts: readonly string[], taken: ReadonlySet<string>): string {
  const letters = parts.join('').toUpperCase();
  for (const second of `${letters.slice(1)}ABCDEFGHIJKLMNOPQRSTUVWXYZ`) {
    const code = `${letters[0]}${second}`;
    if (!taken.has(code)) return code;
  }
  throw new UsageError(
    `Every item type that begins with "${letters[0]}" is taken. Write the entity by hand.`,
  );
}

/** The entity to begin with: a name, a kind, a day and a note in a district. */
function starterEntity(name: string, entities: readonly JsonObject[]): JsonObject {
  const parts = partsOf(name);
  const title = words(parts.join(' '));
  const taken = entities.flatMap(({ record }) => (isJsonObject(record) ? [String(record.itemType)] : []));
  const flat = parts.join('');
  const table = parts.join('_');
  return {
    $schema: '../meta/entity.schema.json',
    $id: name,
    title,
    singular: parts.join(' '),
    plural: `${parts.join(' ')}s`,
    icon: 'document',
    scope: 'district',
    quick: ['name'],
    lookup: { search: ['name'], show: ['name', 'kind'] },
    preview: ['name', 'kind', 'noted_on'],
    type: 'object',
    record: {
      prefix: flat,
      list: `${flat}s`,
      itemType: itemTypeOf(parts, new Set(taken)),
      table,
      view: `${table}_record`,
      label: `${title} {id}`,
      permissions: { view: 'propV', update: 'propU' },
    },
    required: ['district_code', 'name'],
    properties: {
      district_code: {
        type: 'string',
        title: 'District',
        list: 'districts',
        write: 'create',
        search: ['oneof'],
      },
      name: { type: 'string', title: 'Name', maxLength: 80, search: ['contains', 'starts', 'eq'] },
      kind: { type: 'string', title: 'Kind', codes: `${name}Kind`, search: ['oneof', 'empty'] },
      noted_on: { type: 'string', title: 'Noted on', format: 'date', search: ['between', 'empty'] },
      notes: { type: 'string', title: 'Notes', maxLength: 2000 },
    },
  };
}

function entitiesIn(root: string): ReadonlyMap<string, JsonObject> {
  const files = readDefinitionFiles(root).filter(({ path }) => /^schemas\/entities\/[^/]+\.json$/.test(path));
  return new Map(
    files.map(({ path, bytes }) => [
      path.replace(/^.*\/|\.json$/g, ''),
      JSON.parse(Buffer.from(bytes).toString('utf8')) as JsonObject,
    ]),
  );
}

const migrations = 'server/database/migrations';

/** The next free number. */
function nextMigration(root: string, table: string): string {
  const numbers = readdirSync(join(root, migrations)).map((file) => Number(file.slice(0, 3)));
  const next = Math.max(0, ...numbers.filter(Number.isFinite)) + 1;
  return `${migrations}/${String(next).padStart(3, '0')}_${table}.sql`;
}

function writeText(root: string, path: string, text: string, out: Io['out']): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
  out(`${path} is written.`);
}

export function newEntity(name: string, { root, out }: Io): number {
  const entities = entitiesIn(root);
  const known = entities.get(name);
  const entity = known ?? starterEntity(name, [...entities.values()]);
  const record = isJsonObject(entity.record) ? entity.record : {};
  const [table, prefix, list] = [String(record.table), String(record.prefix), String(record.list)];
  const view = typeof record.view === 'string' ? `server/database/views/${record.view}.sql` : null;
  const screens = entityScreens(name, entity);
  for (const path of [...(view ? [view] : []), ...Object.keys(screens)]) refuseExisting(root, path);
  if (readdirSync(join(root, migrations)).some((file) => file.slice(4) === `${table}.sql`))
    throw new UsageError(
      `A migration makes the table "${table}" already. Use "new list" and "new record" for pages.`,
    );
  const clash = [...entities].find(
    ([id, { record: other }]) => id !== name && isJsonObject(other) && other.list === list,
  );
  if (clash)
    throw new UsageError(`The entity "${clash[0]}" has the list "${list}" already. Choose another name.`);

  if (!known) write(root, `schemas/entities/${name}.json`, entity, out);
  const children = Object.values(isJsonObject(entity.children) ? entity.children : {}).filter(isJsonObject);
  for (const [field, { codes }] of [entity, ...children].flatMap(fieldsOf)) {
    const path = `schemas/codes/${String(codes)}.json`;
    if (typeof codes !== 'string' || existsSync(join(root, path))) continue;
    write(root, path, starterCodes(codes, statesOf(entity, field)), out);
  }
  const tableOf = (id: string) => {
    const other = id === name ? entity : entities.get(id);
    return isJsonObject(other?.record) ? String(other.record.table) : id;
  };
  writeText(root, nextMigration(root, table), tableSql(entity, tableOf), out);
  if (view) writeText(root, view, viewSql(entity), out);
  for (const [path, screen] of Object.entries(screens)) write(root, path, screen, out);
  out(
    `Next: read the migration, then npm run generate, npm run screens -- tables --write and npm run screens -- check. ` +
      `The page to search is /${prefix}/index; a line in screens/menu.json leads there.`,
  );
  return 0;
}

/** The states that the life names, in the order in which a record meets them; none of a field that holds no state. */
function statesOf({ life }: JsonObject, field: string): readonly string[] {
  if (!isJsonObject(life) || life.field !== field) return [];
  const moves = Array.isArray(life.moves) ? life.moves.filter(isJsonObject) : [];
  const ends = Array.isArray(life.end) ? life.end : [];
  const named = [life.start, ...moves.flatMap(({ from, to }) => [...(Array.isArray(from) ? from : []), to])];
  return [...new Set([...named, ...ends].map(String))];
}

function starterCodes(id: string, states: readonly string[]): JsonObject {
  const label = (code: string) => words(code.toLowerCase());
  return {
    $schema: '../meta/codes.schema.json',
    id,
    title: words(partsOf(id).join(' ')),
    codes:
      states.length > 0
        ? states.map((code) => ({ code, label: label(code) }))
        : [
            { code: 'A', label: 'First' },
            { code: 'B', label: 'Second' },
          ],
  };
}
