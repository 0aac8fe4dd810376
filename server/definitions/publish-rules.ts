// What a definition may not do when it comes from the studio, whatever the engine would draw: it narrows, never widens.
import { diagnosticOf } from '#src/core/check/check.ts';
import type { Diagnostic } from '#src/core/diagnostic.ts';
import { loadDefinition } from '#src/core/load/load.ts';
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

/** Findings about a screen that is to be published over `baseline`, the checkout's screen of the same path. */
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
