// Single mistakes made at random in a definition: each is one that a person makes, and wrong by construction.
import type { Json } from '#src/core/values.ts';
import { isJsonObject } from '#src/core/values.ts';

export interface Mutation {
  /** What was done where, for a person. */
  readonly what: string;
  readonly json: Json;
}

/** Park and Miller's generator: the same seed makes the same mistakes. */
export function createRandom(seed: number): () => number {
  let state = (seed % 2_147_483_646) + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

type Path = readonly (string | number)[];

interface Place {
  readonly path: Path;
  readonly key: string;
  readonly value: Json;
}

/** Values that name something else; a misspelt one names nothing. */
const references: ReadonlySet<string> = new Set([
  ...[
    'type',
    'data',
    'field',
    'codes',
    'entity',
    'format',
    'sql',
    'operation',
    'records',
    'list',
    'icon',
    'needs',
  ],
  ...['form', 'rowKey', 'fld', 'op', 'mark', 'total', 'access', 'in', 'intent', 'kind', 'select', 'follows'],
]);
const listsOfNames: ReadonlySet<string> = new Set(['columns', 'fields', 'facts', 'sort', 'data']);
const expressions = /^(?:visibleWhen|enabledWhen|requiredWhen|readOnlyWhen|strikeWhen|tone|expr|when|value)$/;
const demanded: ReadonlySet<string> = new Set(['id', 'type', 'route', 'title']);

function places(json: Json, path: Path = [], key = ''): readonly Place[] {
  const here: Place = { path, key, value: json };
  if (Array.isArray(json)) return [here, ...json.flatMap((item, i) => places(item, [...path, i], key))];
  if (isJsonObject(json))
    return [here, ...Object.entries(json).flatMap(([name, inner]) => places(inner, [...path, name], name))];
  return [here];
}

function withValue(json: Json, path: Path, change: (value: Json) => Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return change(json);
  if (Array.isArray(json)) return json.map((item, i) => (i === step ? withValue(item, rest, change) : item));
  if (!isJsonObject(json)) return json;
  return Object.fromEntries(
    Object.entries(json).map(([name, inner]) => [
      name,
      name === step ? withValue(inner, rest, change) : inner,
    ]),
  );
}

function misspelt(text: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (text.length - 1));
  return `${text.slice(0, at)}zq${text.slice(at)}`;
}

type Mutator = (place: Place, json: Json, random: () => number) => Mutation | null;

const at = (path: Path) => `/${path.join('/')}`;

const mutators: readonly Mutator[] = [
  function misspellKey({ path, value }, json, random) {
    if (!isJsonObject(value)) return null;
    const names = Object.keys(value).filter((name) => name !== '$schema' && name.length > 1);
    const name = names[Math.floor(random() * names.length)];
    if (name === undefined) return null;
    const wrong = misspelt(name, random);
    const renamed = withValue(json, path, (object) =>
      Object.fromEntries(
        Object.entries(object as object).map(([key, inner]) => [key === name ? wrong : key, inner as Json]),
      ),
    );
    return { what: `key ${name} → ${wrong} at ${at(path)}`, json: renamed };
  },
  function misspellReference({ path, key, value }, json, random) {
    const inList = typeof path.at(-1) === 'number';
    if (typeof value !== 'string' || value.length < 2 || value.includes('{')) return null;
    if (!(inList ? listsOfNames : references).has(key)) return null;
    const wrong = misspelt(value, random);
    return { what: `${value} → ${wrong} at ${at(path)}`, json: withValue(json, path, () => wrong) };
  },
  function otherType({ path, key, value }, json) {
    if (path.length === 0 || key === '$schema' || value === null) return null;
    const wrong: Json = Array.isArray(value) ? { zq: 1 } : isJsonObject(value) ? 7.25 : { zq: 1 };
    return {
      what: `${JSON.stringify(value).slice(0, 40)} → ${JSON.stringify(wrong)} at ${at(path)}`,
      json: withValue(json, path, () => wrong),
    };
  },
  function dropDemanded({ path, value }, json, random) {
    if (!isJsonObject(value)) return null;
    const names = Object.keys(value).filter((name) => demanded.has(name));
    const name = names[Math.floor(random() * names.length)];
    // A title of a block or of a field may be left to the dictionary, and a parameter is text without a type.
    if (name === undefined || (name === 'title' && path.length > 0)) return null;
    if (name === 'type' && path[0] === 'params') return null;
    // A block that has no id of its own is called by its kind, which is another name and no mistake.
    if (name === 'id' && path.at(-2) === 'blocks') return null;
    const without = withValue(json, path, (object) =>
      Object.fromEntries(Object.entries(object as { [key: string]: Json }).filter(([key]) => key !== name)),
    );
    return { what: `no ${name} at ${at(path)}`, json: without };
  },
  function breakExpression({ path, key, value }, json, random) {
    if (typeof value !== 'string' || !expressions.test(key) || !/[a-z(]/.test(value)) return null;
    const words = [...value.matchAll(/\b[a-z_]{3,}\b/g)].filter(
      ({ 0: word }) => !/^(?:true|false|null)$/.test(word),
    );
    const word = words[Math.floor(random() * words.length)];
    const wrong =
      word && random() < 0.6
        ? `${value.slice(0, word.index)}${misspelt(word[0], random)}${value.slice(word.index + word[0].length)}`
        : `${value} &&`;
    // A word inside quotes is a text, which may be any.
    const quoted = word ? (value.slice(0, word.index).split("'").length - 1) % 2 === 1 : false;
    if (quoted && wrong !== `${value} &&`) return null;
    return { what: `${value} → ${wrong} at ${at(path)}`, json: withValue(json, path, () => wrong) };
  },
  function breakTemplate({ path, value }, json, random) {
    if (typeof value !== 'string' || !/\{[a-z]/.test(value)) return null;
    const wrong =
      random() < 0.5
        ? value.replace('}', '')
        : value.replace(/\{([a-z]+)/, (_, word: string) => `{${misspelt(word, random)}`);
    return { what: `${value} → ${wrong} at ${at(path)}`, json: withValue(json, path, () => wrong) };
  },
  function twiceTheId({ path, value }, json) {
    if (!Array.isArray(value)) return null;
    const [first, second] = value;
    if (!isJsonObject(first) || !isJsonObject(second) || !first.id || !second.id) return null;
    return {
      what: `id ${String(second.id)} → ${String(first.id)} at ${at(path)}/1`,
      json: withValue(json, [...path, 1, 'id'], () => first.id as Json),
    };
  },
  function loseLink({ path, key, value }, json, random) {
    if (typeof value !== 'string' || !/^(?:link|to)$/.test(key) || !value.startsWith('/')) return null;
    const wrong = random() < 0.5 ? `https://example.org${value}` : `/zq${value}`;
    return { what: `${value} → ${wrong} at ${at(path)}`, json: withValue(json, path, () => wrong) };
  },
];

/** One mistake somewhere in the definition. */
export function mutate(json: Json, random: () => number): Mutation {
  const all = places(json);
  for (;;) {
    const mutator = mutators[Math.floor(random() * mutators.length)];
    const place = all[Math.floor(random() * all.length)];
    const made = mutator && place ? mutator(place, json, random) : null;
    if (made) return made;
  }
}
