// What a definition may not do when it comes from the studio, whatever the engine would draw: it narrows, never widens.
import { diagnosticOf } from '#src/core/check/check.ts';
import type { Diagnostic } from '#src/core/diagnostic.ts';
import { loadDefinition } from '#src/core/load/load.ts';
import { under } from '#src/core/pointer.ts';
import { isJsonObject, type Json, type JsonObject } from '#src/core/values.ts';
import type { DefinitionFile } from './files.ts';

/** Pages by which people come in, go out, and mend what was published wrongly. */
const reservedRoutes = ['/', '/login', '/logout'];
const reservedFolders = ['/app/login', '/app/logout', '/app/reset-password', '/studio'];

const audience: readonly string[] = ['public', 'app', 'auth'];

function isReserved(route: string): boolean {
  return (
    reservedRoutes.includes(route) ||
    reservedFolders.some((folder) => route === folder || route.startsWith(`${folder}/`))
  );
}

function texts(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
}

function queries(screen: JsonObject | null): ReadonlySet<string> {
  const data = screen && isJsonObject(screen.data) ? Object.values(screen.data) : [];
  return new Set(
    data.flatMap((source) => (isJsonObject(source) && typeof source.sql === 'string' ? [source.sql] : [])),
  );
}

interface Guard {
  /** The right that is demanded; null for none. */
  readonly right: string | null;
  readonly pointer: string;
}

/** Keys by which a part of a definition demands a right. */
const rights = ['needs', 'permission'];

/**
 * What each named part demands, by the list it stands in and its name: columns, fields, buttons and whatever else has
 * an id. Of two parts of one name the more open one counts.
 */
function guards(json: JsonObject): ReadonlyMap<string, Guard> {
  const found = new Map<string, Guard>();
  const visit = (value: Json, pointer: string, list: string): void => {
    if (Array.isArray(value)) {
      for (const [i, item] of value.entries()) visit(item, under(pointer, i), list);
      return;
    }
    if (!isJsonObject(value)) return;
    const key = rights.find((name) => typeof value[name] === 'string');
    const right = key === undefined ? null : String(value[key]);
    for (const name of [value.id, value.field, ...texts(value.ids)])
      if (typeof name === 'string' && pointer !== '' && found.get(`${list} ${name}`)?.right !== null)
        found.set(`${list} ${name}`, { right, pointer: key === undefined ? pointer : under(pointer, key) });
    for (const [name, inner] of Object.entries(value)) {
      // A schema names its fields by key.
      const part = list === 'properties' && isJsonObject(inner) ? { id: name, ...inner } : inner;
      visit(part, under(pointer, name), list === 'properties' ? list : name);
    }
  };
  visit(json, '', '');
  return found;
}

/** Findings about a definition that is to be published over `baseline`, the checkout's file of the same path. */
export function publishFindings(
  screen: DefinitionFile,
  baseline: DefinitionFile | null,
): readonly Diagnostic[] {
  const { loaded } = loadDefinition(screen);
  if (!loaded || !isJsonObject(loaded.json)) return [];
  const { json } = loaded;
  const found: Diagnostic[] = [];
  const report = (pointer: string, rule: string, message: string) =>
    found.push(diagnosticOf(loaded, { pointer, rule, message }));
  const base = baseline ? loadDefinition(baseline).loaded?.json : null;
  const old = base && isJsonObject(base) ? base : null;

  const routes = [typeof json.route === 'string' ? json.route : '', ...texts(json.alias)];
  const known = new Set([typeof old?.route === 'string' ? old.route : '', ...texts(old?.alias)]);
  if ([...routes, ...known].some(isReserved))
    report(
      '/route',
      'reserved-route',
      'This route is reserved: people come in, go out or mend definitions by it. Change it in the repository.',
    );

  const access = typeof json.access === 'string' ? json.access : 'auth';
  const oldAccess = old ? (typeof old.access === 'string' ? old.access : 'auth') : 'auth';
  if (audience.indexOf(access) < audience.indexOf(oldAccess))
    report(
      '/access',
      'widened-access',
      `"access" would widen from "${oldAccess}" to "${access}". A published definition may narrow who sees it, never widen.`,
    );
  const oldNeeds = typeof old?.needs === 'string' ? old.needs : null;
  if (oldNeeds !== null && json.needs !== oldNeeds)
    report(
      '/needs',
      'widened-access',
      `"needs" is "${oldNeeds}" in the repository and stays so. A published definition may narrow who sees it, never widen.`,
    );

  const guarded = old ? guards(old) : new Map<string, Guard>();
  for (const [name, { right, pointer }] of guards(json)) {
    const before = guarded.get(name)?.right ?? null;
    if (before !== null && right !== before)
      report(
        pointer,
        'widened-access',
        `This demands "${before}" in the repository and ${right === null ? 'nothing' : `"${right}"`} here. A published definition may narrow who sees it, never widen.`,
      );
  }

  const allowed = queries(old);
  for (const [id, source] of Object.entries(isJsonObject(json.data) ? json.data : {})) {
    if (!isJsonObject(source) || typeof source.sql !== 'string' || allowed.has(source.sql)) continue;
    report(
      `/data/${id}/sql`,
      'published-query',
      `Query "${source.sql}" is not one of this screen in the repository. SQL is reviewed there, and no published screen brings another.`,
    );
  }
  return found;
}
