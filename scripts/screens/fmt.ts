// Keys in the order of the meta-schema, in a report without its defaults, and the layout that the lint wants.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import { gathered, scattered } from '#src/core/check/gather.ts';
import { kindOf } from '#src/core/prepare.ts';
import { screenIdOf } from '#src/core/reading.ts';
import { isJsonObject, type Json, type JsonObject } from '#src/core/values.ts';
import { minimal } from './minimal.ts';
import { readMeta } from './read-definitions.ts';
import { UsageError, type Verb } from './verb.ts';

type Schema = JsonObject;

/** Where the formatter and its settings lie, whichever folder the definitions are in. */
const checkout = join(import.meta.dirname, '..', '..');

/**
 * The value with every object's keys in the order in which its schema lists them; unknown keys last, as they were.
 * `brief`: without what is said by leaving it out.
 */
export function ordered(value: Json, schema: Json | undefined, root: Schema, brief = false): Json {
  const node = resolved(schema, value, root);
  if (Array.isArray(value)) return value.map((item) => ordered(item, node?.items, root, brief));
  if (!isJsonObject(value)) return value;
  const whole = node ? gathered(value, node) : value;
  const inOrder = inOrderOf(whole, node, root, brief);
  if (!brief) return inOrder;
  const short = minimal(inOrder, node, (property) => presetOf(property, root));
  return node && isJsonObject(short) ? scattered(short, node) : short;
}

function inOrderOf(value: JsonObject, node: Schema | null, root: Schema, brief: boolean): JsonObject {
  const properties = isJsonObject(node?.properties) ? node.properties : {};
  const others = isJsonObject(node?.additionalProperties) ? node.additionalProperties : undefined;
  const known = Object.keys(properties).filter((key) => Object.hasOwn(value, key));
  const rest = Object.keys(value).filter((key) => !known.includes(key));
  return Object.fromEntries(
    [...known, ...rest].map((key) => [
      key,
      ordered(value[key] as Json, properties[key] ?? others, root, brief),
    ]),
  );
}

/** A report goes by its path. */
function withoutId(json: Json, path: string): Json {
  if (!isJsonObject(json) || json.id !== screenIdOf(path)) return json;
  const { id: _, ...rest } = json;
  return rest;
}

/** What stands where a key is left out, its own default before that of what it refers to. */
function presetOf(property: Json | undefined, root: Schema): Json | undefined {
  if (!isJsonObject(property)) return undefined;
  return property.default ?? resolved(property, null, root)?.default;
}

/** Follows `$ref`, and the choice that fits the value. */
function resolved(schema: Json | undefined, value: Json, root: Schema): Schema | null {
  if (!isJsonObject(schema)) return null;
  if (typeof schema.$ref === 'string') {
    const definitions = isJsonObject(root.definitions) ? root.definitions : {};
    return resolved(definitions[schema.$ref.replace('#/definitions/', '')], value, root);
  }
  if (typeof schema['x-use'] === 'string') {
    const use = isJsonObject(value) && Object.hasOwn(value, schema['x-use']) && !Object.hasOwn(value, 'type');
    return resolved(use ? schema.then : schema.else, value, root);
  }
  const choice = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(choice)) {
    const fitting = choice.map((one) => resolved(one, value, root)).find((one) => one && fits(one, value));
    return fitting ?? schema;
  }
  const type = isJsonObject(value) ? value.type : undefined;
  for (const branch of Array.isArray(schema.allOf) ? schema.allOf : []) {
    if (!isJsonObject(branch) || !isJsonObject(branch.if) || !isJsonObject(branch.if.properties)) continue;
    const condition = branch.if.properties.type;
    if (isJsonObject(condition) && condition.const === type) return resolved(branch.then, value, root);
  }
  return schema;
}

function fits(schema: Schema, value: Json): boolean {
  const kind = Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value;
  return (
    schema.type === undefined ||
    schema.type === kind ||
    (Array.isArray(schema.type) && schema.type.includes(kind))
  );
}

/** The texts of files, by path, as the lint wants them: what fits into a line stands in one. One call for all. */
function laidOut(texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const folder = mkdtempSync(join(tmpdir(), 'cadastre-layout-'));
  try {
    for (const [path, text] of texts) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    const biome = join(checkout, 'node_modules', '@biomejs', 'biome', 'bin', 'biome');
    const options = ['--write', '--vcs-enabled=false', `--config-path=${checkout}`];
    const result = spawnSync(process.execPath, [biome, 'format', ...options, '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (result.status !== 0)
      throw new Error(`${[...texts.keys()].join(', ')} cannot be laid out: ${result.stderr}`);
    return new Map([...texts.keys()].map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Definitions, by path, in form; what is no definition as it is. */
export function allFormatted(root: string, texts: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const meta = readMeta(root);
  const given = new Map<string, string>();
  for (const [path, text] of texts) {
    const kind = kindOf(path);
    if (kind === null) continue;
    const schema = meta[kind] as unknown as Schema;
    const json = JSON.parse(text) as Json;
    // What a hub lists is written by whoever asks the question: it holds what is its own.
    const brief = kind === 'screen' && isJsonObject(json) && typeof json.group === 'string';
    // On one line: the layout keeps an object open that is given open.
    given.set(path, JSON.stringify(ordered(brief ? withoutId(json, path) : json, schema, schema, brief)));
  }
  return new Map([...texts, ...(given.size > 0 ? laidOut(given) : [])]);
}

export function formatted(root: string, path: string, text: string): string {
  return allFormatted(root, new Map([[path, text]])).get(path) ?? text;
}

export const fmtVerb: Verb = {
  name: 'fmt',
  usage: '[--check] [FILE…]',
  summary:
    'Puts keys into the order of the documentation and lays the files out; a report without what is the default.',
  details: [
    'Without files all screens and code tables. --check changes nothing and ends with 1 when a file is not in form.',
  ],
  run: async (args, { root, out }) => {
    const wrong = args.find((arg) => arg.startsWith('-') && arg !== '--check');
    if (wrong) throw new UsageError(`"${wrong}" is no option of fmt.`);
    const named = args
      .filter((arg) => !arg.startsWith('-'))
      .map((file) => relative(root, resolve(file)).replaceAll('\\', '/'));
    const paths =
      named.length > 0
        ? named
        : readDefinitionFiles(root)
            .map(({ path }) => path)
            .filter((path) => path.endsWith('.json') && /^(?:screens|schemas\/codes)\//.test(path));
    const texts = new Map(paths.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
    let changed = 0;
    for (const [path, after] of allFormatted(root, texts)) {
      if (after === texts.get(path)) continue;
      changed += 1;
      out(args.includes('--check') ? `${path} is not in form.` : path);
      if (!args.includes('--check')) writeFileSync(join(root, path), after);
    }
    out(changed === 0 ? 'All files are in form.' : `${changed} of ${paths.length} files.`);
    return changed > 0 && args.includes('--check') ? 1 : 0;
  },
};
