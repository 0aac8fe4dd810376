// Puts fragments and shared actions in the places of a screen that name them, before anything is checked, and remembers
// of every entry where a person wrote it. Longer than the habit: one walk that fills, checks and remembers at once.
import type { Diagnostic } from '../diagnostic.ts';
import { under } from '../pointer.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type Json, type JsonObject } from '../values.ts';
import type { Loaded, Place } from './loaded.ts';
import { said, severalOf } from './several.ts';
import {
  contents,
  type PartContent,
  type PartParam,
  placeholder,
  type SharedPart,
  type SharedParts,
} from './shared-parts.ts';

/** More uses than any screen needs, and a bound for parts that use parts. */
const mostUses = 200;

export interface Expanded {
  /** Null when a use is wrong: then the findings say it, and nothing else is asked of the screen. */
  readonly loaded: Loaded | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly used: ReadonlySet<SharedPart>;
}

interface Origin {
  readonly loaded: Loaded;
  readonly pointer: string;
}

interface Given {
  readonly value: Json;
  /** Where the value was written: at the use, or as the parameter's default. */
  readonly origin: Origin;
}

interface Frame {
  readonly source: Loaded;
  /** What `{with.…}` stands for here; null outside a part. */
  readonly given: ReadonlyMap<string, Given> | null;
  readonly inside: readonly SharedPart[];
}

type UseKind = 'fragment' | 'action';

/** True when a screen names a fragment or a shared action somewhere, or says several entries as one. */
export function usesParts(json: Json, key = ''): boolean {
  if (Array.isArray(json))
    return json.some((entry) => useOf(entry) !== null || severalOf(key, entry) !== null || usesParts(entry));
  return isJsonObject(json) && Object.entries(json).some(([name, inner]) => usesParts(inner, name));
}

// An entry of a list that names a part has no type and no id of its own.
function useOf(entry: Json): UseKind | null {
  if (!isJsonObject(entry) || Object.hasOwn(entry, 'type') || Object.hasOwn(entry, 'id')) return null;
  if (Object.hasOwn(entry, 'fragment')) return 'fragment';
  return Object.hasOwn(entry, 'action') ? 'action' : null;
}

const kindOfValue = (value: Json): PartParam['type'] | 'null' => {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'list';
  const kind = typeof value;
  return kind === 'object'
    ? 'object'
    : kind === 'number'
      ? 'number'
      : kind === 'boolean'
        ? 'boolean'
        : 'text';
};

const articled: { readonly [kind in PartParam['type'] | 'null']: string } = {
  text: 'a text',
  number: 'a number',
  boolean: 'a boolean',
  list: 'a list',
  object: 'an object',
  null: 'null',
};

class Expansion {
  readonly diagnostics: Diagnostic[] = [];
  readonly used = new Set<SharedPart>();
  readonly origins = new Map<string, Origin>();
  private uses = 0;
  constructor(
    private readonly screen: Loaded,
    private readonly parts: SharedParts,
  ) {}

  walk(value: Json, from: string, to: string, frame: Frame, key: string): Json {
    if (typeof value === 'string') return this.filled(value, from, to, frame);
    if (Array.isArray(value)) return this.list(value, from, to, frame, key);
    if (!isJsonObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        name,
        this.walk(inner, under(from, name), under(to, name), frame, name),
      ]),
    );
  }

  private list(list: readonly Json[], from: string, to: string, frame: Frame, key: string): Json {
    const entries: Json[] = [];
    list.forEach((entry, i) => {
      const at = under(from, i);
      const kind = useOf(entry);
      if (kind !== null && isJsonObject(entry)) this.use(kind, entry, at, to, frame, key, entries);
      else this.entry(entry, at, to, frame, key, entries);
    });
    return entries;
  }

  private entry(entry: Json, at: string, to: string, frame: Frame, key: string, entries: Json[]): void {
    const ids = severalOf(key, entry);
    if (!ids || !isJsonObject(entry)) {
      const place = under(to, entries.length);
      if (place !== at || frame.given) this.origins.set(place, { loaded: frame.source, pointer: at });
      entries.push(this.walk(entry, at, place, frame, ''));
      return;
    }
    ids.forEach((id, i) => {
      const { ids: _, ...alike } = said(entry, id);
      const place = under(to, entries.length);
      this.origins.set(place, { loaded: frame.source, pointer: at });
      this.origins.set(under(place, 'id'), { loaded: frame.source, pointer: under(under(at, 'ids'), i) });
      entries.push(this.walk({ id, ...alike }, at, place, frame, ''));
    });
  }

  private use(
    kind: UseKind,
    entry: JsonObject,
    at: string,
    to: string,
    frame: Frame,
    key: string,
    entries: Json[],
  ): void {
    const part = this.partOf(kind, entry, at, frame, key);
    if (part) this.used.add(part);
    const given = part && this.given(part, entry, at, to, frame);
    if (!part || !given) return;
    const inner: Frame = { source: part.loaded, given, inside: [...frame.inside, part] };
    part.items.forEach((item, i) => {
      const source = under(part.pointer, i);
      const nested = useOf(item);
      if (nested !== null && isJsonObject(item)) {
        this.use(nested, item, source, to, inner, key, entries);
        return;
      }
      this.entry(item, source, to, inner, key, entries);
    });
  }

  private partOf(kind: UseKind, entry: JsonObject, at: string, frame: Frame, key: string): SharedPart | null {
    const known = kind === 'fragment' ? this.parts.fragments : this.parts.actions;
    const name = entry[kind];
    const pointer = under(at, kind);
    const extra = Object.keys(entry).find((own) => own !== kind && own !== 'with');
    if (extra !== undefined) {
      this.refuse(frame, under(at, extra), 'unknown-key', `The key "${extra}" is not known here.`, {
        suggestion: `Known keys: ${kind}, with.`,
        key: true,
      });
      return null;
    }
    const part = typeof name === 'string' ? known.get(name) : undefined;
    if (!part) {
      const hint = typeof name === 'string' ? suggest(name, known.keys()) : undefined;
      const [word, folder] = kind === 'fragment' ? ['fragment', 'fragments'] : ['shared action', 'actions'];
      this.refuse(
        frame,
        pointer,
        kind === 'fragment' ? 'unknown-fragment' : 'unknown-shared-action',
        `There is no ${word} ${JSON.stringify(name)} under screens/${folder}.`,
        { suggestion: hint },
      );
      return null;
    }
    if (frame.inside.includes(part)) {
      const way = [...frame.inside.slice(frame.inside.indexOf(part)), part].map(({ id }) => id).join(' → ');
      this.refuse(frame, pointer, 'part-in-itself', `It uses itself: ${way}. Take one of these uses out.`);
      return null;
    }
    const here = contentAt(key, kind);
    if (here !== part.content) {
      this.refuse(
        frame,
        pointer,
        'wrong-content',
        `"${part.id}" holds ${part.content}; this list holds ${here ?? 'something else'}.`,
      );
      return null;
    }
    this.uses++;
    if (this.uses === mostUses + 1)
      this.refuse(frame, pointer, 'too-many-uses', `More than ${mostUses} uses of parts. Split the screen.`);
    return this.uses > mostUses ? null : part;
  }

  private given(
    part: SharedPart,
    entry: JsonObject,
    at: string,
    to: string,
    frame: Frame,
  ): ReadonlyMap<string, Given> | null {
    const given = new Map<string, Given>();
    const own = entry.with ?? {};
    const pointer = under(at, 'with');
    const before = this.diagnostics.length;
    if (!isJsonObject(own)) {
      this.refuse(
        frame,
        pointer,
        'wrong-type',
        `"with" is ${articled[kindOfValue(own)]}; an object is expected.`,
      );
      return null;
    }
    const known = part.params.map(({ id }) => id);
    for (const [name, value] of Object.entries(own)) {
      const param = part.params.find(({ id }) => id === name);
      const place = under(pointer, name);
      if (!param) {
        this.refuse(frame, place, 'unknown-part-parameter', `"${part.id}" takes no parameter "${name}".`, {
          suggestion:
            suggest(name, known) ?? (known.length > 0 ? `It takes ${known.join(', ')}.` : undefined),
          key: true,
        });
        continue;
      }
      const filled = this.walk(value, place, to, frame, '');
      const kind = kindOfValue(filled);
      if (kind !== param.type)
        this.refuse(
          frame,
          place,
          'wrong-type',
          `"${name}" is ${articled[kind]}; ${articled[param.type]} is expected.`,
        );
      given.set(name, { value: filled, origin: { loaded: frame.source, pointer: place } });
    }
    for (const [i, param] of part.params.entries()) {
      if (given.has(param.id) || Object.hasOwn(own, param.id)) continue;
      if (param.default === undefined)
        this.refuse(
          frame,
          at,
          'missing-part-parameter',
          `"${part.id}" needs the parameter "${param.id}". Give it in "with".`,
        );
      else
        given.set(param.id, {
          value: param.default,
          origin: { loaded: part.loaded, pointer: `/params/${i}/default` },
        });
    }
    return this.diagnostics.length > before ? null : given;
  }

  // A text that is one placeholder becomes the value itself; inside a longer text stands its writing.
  private filled(text: string, from: string, to: string, { given, source }: Frame): Json {
    if (!given) return text;
    const alone = /^\{with\.([a-zA-Z][a-zA-Z0-9_]*)\}$/.exec(text)?.[1];
    const whole = alone === undefined ? undefined : given.get(alone);
    if (whole) {
      this.origins.set(to, whole.origin);
      return whole.value;
    }
    if (!text.includes('{with.')) return text;
    this.origins.set(to, { loaded: source, pointer: from });
    return text.replace(placeholder, (written, name: string) => {
      const value = given.get(name)?.value;
      return value === undefined ? written : typeof value === 'string' ? value : JSON.stringify(value);
    });
  }

  private refuse(
    { source }: Frame,
    pointer: string,
    rule: string,
    message: string,
    more: { readonly suggestion?: string | undefined; readonly key?: boolean } = {},
  ): void {
    // What is wrong inside a part is wrong for every screen that uses it.
    this.diagnostics.push({
      file: this.screen.file,
      ...(more.key ? source.keyAt(pointer) : source.at(pointer)),
      severity: 'error',
      rule,
      message,
      pointer,
      ...(more.suggestion === undefined ? {} : { suggestion: more.suggestion }),
      ...(source === this.screen ? {} : { origin: { file: source.file, pointer } }),
    });
  }
}

function contentAt(key: string, kind: UseKind): PartContent | null {
  if (kind === 'action') return 'steps';
  return contents.find((content) => content === key) ?? null;
}

/** The screen with every part in its place. Findings inside a part carry its file, line and column. */
export function expandParts(loaded: Loaded, parts: SharedParts): Expanded {
  const expansion = new Expansion(loaded, parts);
  const json = expansion.walk(loaded.json, '', '', { source: loaded, given: null, inside: [] }, '');
  const { origins, diagnostics, used } = expansion;
  if (diagnostics.length > 0) return { loaded: null, diagnostics, used };

  /** The nearest entry above a pointer that was written elsewhere, and the pointer there. */
  const written = (pointer: string): Origin => {
    for (let end = pointer.length; end > 0; end = pointer.lastIndexOf('/', end - 1)) {
      const origin = origins.get(pointer.slice(0, end));
      if (origin) return { loaded: origin.loaded, pointer: origin.pointer + pointer.slice(end) };
    }
    return { loaded, pointer };
  };
  const placed = (pointer: string, find: (origin: Origin) => Place): Place => {
    const origin = written(pointer);
    const place = find(origin);
    const moved = origin.loaded !== loaded || origin.pointer !== pointer;
    return moved ? { ...place, origin: { file: origin.loaded.file, pointer: origin.pointer } } : place;
  };
  return {
    diagnostics,
    used,
    loaded: {
      file: loaded.file,
      json,
      at: (pointer) => placed(pointer, (origin) => origin.loaded.at(origin.pointer)),
      keyAt: (pointer) => placed(pointer, (origin) => origin.loaded.keyAt(origin.pointer)),
      inText: (pointer, index) => placed(pointer, (origin) => origin.loaded.inText(origin.pointer, index)),
    },
  };
}
