// What the makers of definitions share: names, files that must not be there yet, entities with their fields.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import { suggest } from '#src/core/suggest.ts';
import { isJsonObject, type JsonObject } from '#src/core/values.ts';
import { formatted } from '../fmt.ts';
import { type Io, UsageError } from '../verb.ts';

export function words(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Under the name that the language gives to what follows; an object literal may not have it, lest it be awaited. */
export function afterwards(steps: readonly JsonObject[]): JsonObject {
  return Object.fromEntries([['then', [...steps]]]);
}

export function write(root: string, path: string, json: JsonObject, out: Io['out']): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), formatted(root, path, JSON.stringify(json)));
  out(`${path} is written.`);
}

export function refuseExisting(root: string, path: string): void {
  if (existsSync(join(root, path)))
    throw new UsageError(`${path} exists already. Choose another name, or edit it.`);
}

/** An entity by its id, with its fields. */
export function entityNamed(root: string, id: string): JsonObject {
  const files = readDefinitionFiles(root).filter(({ path }) => path.startsWith('schemas/entities/'));
  const names = files.map(({ path }) => path.replace(/^.*\/|\.json$/g, ''));
  const file = files[names.indexOf(id)];
  if (!file) {
    const near = suggest(id, names);
    throw new UsageError(`"${id}" is no entity.${near ? ` ${near}` : ''} There are ${names.join(', ')}.`);
  }
  return JSON.parse(Buffer.from(file.bytes).toString('utf8')) as JsonObject;
}

export function fieldsOf(entity: JsonObject): readonly (readonly [string, JsonObject])[] {
  const properties = isJsonObject(entity.properties) ? entity.properties : {};
  return Object.entries(properties).filter((entry): entry is [string, JsonObject] => isJsonObject(entry[1]));
}

/** As many fields as a page begins with. */
export const most = 12;
