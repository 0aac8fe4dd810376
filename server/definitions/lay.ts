// Lays the published texts over the checkout's files so that none of them can take down a page but its own.
import { compareDiagnostics, type Diagnostic } from '#src/core/diagnostic.ts';
import { hashOf } from '#src/core/link/hash.ts';
import { routeShape } from '#src/core/link/routes.ts';
import { loadDefinition } from '#src/core/load/load.ts';
import { isJsonObject, type JsonObject } from '#src/core/values.ts';
import type { BrokenScreen, Definitions } from './definitions.ts';
import type { DefinitionFile } from './files.ts';
import { kindAt } from './kinds.ts';
import { brokenSummary } from './prepare.ts';
import { publishFindings } from './publish-rules.ts';
import type { Version } from './published.ts';

export interface Laid {
  readonly definitions: Definitions;
  /** Published texts that are not in force, with the reason: their file is, where there is one. */
  readonly refused: ReadonlyMap<string, readonly Diagnostic[]>;
}

type Prepare = (files: readonly DefinitionFile[]) => Promise<Definitions>;
type Files = ReadonlyMap<string, DefinitionFile>;

/** Files with the published texts over them, but those that are refused. */
export function layered(
  files: Files,
  published: Iterable<Version>,
  refused: ReadonlyMap<string, unknown>,
): readonly DefinitionFile[] {
  const all = new Map(files);
  for (const { path, content } of published)
    if (content !== null && !refused.has(path)) all.set(path, { path, bytes: Buffer.from(content, 'utf8') });
  return [...all.values()];
}

/** Names a finding whatever line it stands in by now. */
export function findingKey({ file, rule, message }: Diagnostic): string {
  return `${file} ${rule} ${message}`;
}

const errors = (findings: readonly Diagnostic[]) => findings.filter(({ severity }) => severity === 'error');

/**
 * What is in force: a published screen that the engine or the rules of publishing no longer accept keeps its route and
 * shows its error there. Any other kind would take pages with it, so its file is in force instead, as it is for
 * whatever harms another definition.
 */
export async function lay(
  files: Files,
  versions: ReadonlyMap<string, Version>,
  prepare: Prepare,
): Promise<Laid> {
  const published = [...versions.values()].filter(({ content }) => content !== null);
  if (published.length === 0) return { definitions: await prepare([...files.values()]), refused: new Map() };
  const rules = rulesBroken(files, published);
  const refused = new Map<string, readonly Diagnostic[]>();
  for (const [path, findings] of rules) if (kindAt(path) !== 'screen') refused.set(path, findings);
  // What cannot be read names no route: links to it would be taken for mistakes, were its file not there meanwhile.
  const laid = published.filter(({ path, content }) => isReadable(path, content) && !refused.has(path));

  let definitions = await prepare(layered(files, laid, refused));
  const faulty = partsWithErrors(definitions, laid);
  for (const [path, findings] of faulty) refused.set(path, findings);
  if (faulty.size > 0) definitions = await prepare(layered(files, laid, refused));

  const paths = new Set(published.map(({ path }) => path));
  if (errors(definitions.diagnostics).some(({ file }) => !paths.has(file)))
    definitions = await withoutHarm(files, laid, refused, prepare);
  const shown = [...rules].filter(([path]) => !refused.has(path));
  return { definitions: withRefusals(definitions, new Map(shown), files, paths), refused };
}

function isReadable(path: string, content: string | null): boolean {
  return loadDefinition({ path, bytes: content ?? '' }).loaded !== null;
}

/** Published texts that cannot be read, or that the files of today forbid, as when a right was added there since. */
function rulesBroken(
  files: Files,
  published: readonly Version[],
): ReadonlyMap<string, readonly Diagnostic[]> {
  return new Map(
    published
      .map(({ path, content }) => {
        const text: DefinitionFile = { path, bytes: Buffer.from(content ?? '', 'utf8') };
        const { loaded, diagnostics } = loadDefinition(text);
        return [path, loaded ? publishFindings(text, files.get(path) ?? null) : diagnostics] as const;
      })
      .filter(([, findings]) => findings.length > 0),
  );
}

function partsWithErrors(
  definitions: Definitions,
  published: readonly Version[],
): ReadonlyMap<string, readonly Diagnostic[]> {
  const parts = new Set(published.map(({ path }) => path).filter((path) => kindAt(path) !== 'screen'));
  const found = new Map<string, readonly Diagnostic[]>();
  for (const finding of errors(definitions.diagnostics))
    if (parts.has(finding.file)) found.set(finding.file, [...(found.get(finding.file) ?? []), finding]);
  return found;
}

/** Takes the published texts one by one, the oldest first, and leaves out each that gives another file an error. */
async function withoutHarm(
  files: Files,
  published: readonly Version[],
  refused: Map<string, readonly Diagnostic[]>,
  prepare: Prepare,
): Promise<Definitions> {
  let definitions = await prepare([...files.values()]);
  const kept: Version[] = [];
  const inOrder = published
    .filter(({ path }) => !refused.has(path))
    .sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : a.path < b.path ? -1 : 1));
  for (const version of inOrder) {
    const known = new Set(definitions.diagnostics.map(findingKey));
    const trial = await prepare(layered(files, [...kept, version], refused));
    const harm = errors(trial.diagnostics).filter(
      (finding) => finding.file !== version.path && !known.has(findingKey(finding)),
    );
    if (harm.length > 0) refused.set(version.path, harm);
    else {
      kept.push(version);
      definitions = trial;
    }
  }
  return definitions;
}

/** Shows on the routes of published screens why they are refused. */
function withRefusals(
  definitions: Definitions,
  found: ReadonlyMap<string, readonly Diagnostic[]>,
  files: Files,
  published: ReadonlySet<string>,
): Definitions {
  const screens = new Map(definitions.screens);
  const broken = new Map(definitions.broken);
  for (const [path, findings] of found) {
    const id = screenId(path);
    const ready = screens.get(id)?.screen;
    const title = typeof ready?.title === 'string' ? ready.title : id;
    const published = broken.get(id) ?? (ready ? { ...ready, title } : null);
    const card = brokenCard(id, findings, published, headOf(files.get(path)));
    screens.delete(id);
    if (card) broken.set(id, card);
  }
  // An error is shown on a route of its own, never on one that another page has.
  for (const path of published) {
    const card = broken.get(screenId(path));
    if (!card) continue;
    const taken = new Set(
      [...[...screens.values()].map(({ screen }) => screen), ...broken.values()]
        .filter(({ id }) => id !== card.id)
        .flatMap(routesOf),
    );
    if (routesOf(card).some((route) => taken.has(route))) broken.delete(card.id);
  }
  const known = new Set(definitions.diagnostics);
  const added = [...found.values()].flat().filter((finding) => !known.has(finding));
  return {
    ...definitions,
    screens,
    broken,
    diagnostics: [...definitions.diagnostics, ...added].sort(compareDiagnostics),
  };
}

type Head = Pick<BrokenScreen, 'route' | 'alias' | 'access' | 'needs' | 'title'>;

/** The error on the route; who may see it is the file's to say, where there is one. */
function brokenCard(
  id: string,
  findings: readonly Diagnostic[],
  published: Head | null,
  file: Head | null,
): BrokenScreen | null {
  const head = published ?? file;
  if (!head) return null;
  const { route, alias, title } = head;
  const { access, needs } = file ?? head;
  const summary = brokenSummary(findings.length);
  return { kind: 'broken', id, hash: hashOf([id, findings]), route, alias, access, needs, title, summary };
}

function headOf(file: DefinitionFile | undefined): Head | null {
  const json = file ? loadDefinition(file).loaded?.json : null;
  if (!json || !isJsonObject(json) || typeof json.route !== 'string') return null;
  const { route, access, needs, title } = json;
  return {
    route,
    alias: aliasOf(json),
    access: access === 'public' || access === 'app' ? access : 'auth',
    needs: typeof needs === 'string' ? needs : null,
    title: typeof title === 'string' && !title.includes('{') ? title : route,
  };
}

function aliasOf(json: JsonObject): readonly string[] {
  return Array.isArray(json.alias)
    ? json.alias.filter((item): item is string => typeof item === 'string')
    : [];
}

function routesOf({ route, alias }: Pick<Head, 'route' | 'alias'>): readonly string[] {
  return [route, ...alias].map(routeShape);
}

export function screenId(path: string): string {
  return path.replace(/^screens\/|\.json$/g, '');
}
