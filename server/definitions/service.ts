// The definitions in force: the checkout's files, laid over by what was published, prepared as one.
import type { Diagnostic } from '#src/core/diagnostic.ts';
import type { Config } from '../config.ts';
import type { Database } from '../database/open-database.ts';
import type { Definitions } from './definitions.ts';
import { createFactsReader, type FactsReader } from './facts.ts';
import { type DefinitionFile, readDefinitionFiles } from './files.ts';
import { kindAt } from './kinds.ts';
import { prepareForServing } from './prepare.ts';
import { createPreviews, type Previews } from './previews.ts';
import { publishFindings } from './publish-rules.ts';
import { newestVersions, type Version, versionMark } from './published.ts';
import type { DefinitionStore } from './store.ts';

/** What lies where at this moment. */
export interface Standing {
  readonly files: ReadonlyMap<string, DefinitionFile>;
  /** Newest version of each path that was ever published; one without content is withdrawn. */
  readonly versions: ReadonlyMap<string, Version>;
  /** Published texts that the engine no longer accepts and that are no screens: the file is in force instead. */
  readonly refused: ReadonlyMap<string, readonly Diagnostic[]>;
}

export interface Trial {
  /** All findings at the path, those of publishing included. */
  readonly findings: readonly Diagnostic[];
  /** Errors that other definitions would have and do not have now. */
  readonly elsewhere: readonly Diagnostic[];
  readonly definitions: Definitions;
}

export interface DefinitionService {
  /** Reads files and published versions anew and puts them in force. */
  readonly reload: () => Promise<void>;
  readonly standing: () => Standing;
  /** What would be with `text` at `path`; nothing changes. */
  readonly attempt: (path: string, text: string) => Promise<Trial>;
  readonly previews: Previews;
  /** Takes up within seconds what another process publishes; the answer ends it. */
  readonly follow: (failed: (error: unknown) => void) => () => void;
}

const followEveryMs = 3_000;

export interface ServiceParts {
  readonly config: Config;
  readonly database: Database;
  readonly store: DefinitionStore;
  readonly readFiles?: () => readonly DefinitionFile[];
  readonly facts?: FactsReader;
}

export function createDefinitionService(parts: ServiceParts): DefinitionService {
  const { config, database, store } = parts;
  const readFiles = parts.readFiles ?? (() => readDefinitionFiles(config.root));
  let facts = parts.facts;
  const prepare = (files: readonly DefinitionFile[]) => {
    facts ??= createFactsReader(database, config);
    return prepareForServing(files, facts, config.root);
  };
  let standing: Standing = { files: new Map(), versions: new Map(), refused: new Map() };
  let mark = -1;
  let running: Promise<void> = Promise.resolve();

  const load = async (): Promise<void> => {
    const seen = await versionMark(database);
    const files = new Map(readFiles().map((file) => [file.path, file]));
    const versions = await newestVersions(database);
    const refused = new Map<string, readonly Diagnostic[]>();
    let definitions = await prepare(layered(files, versions, refused));
    // A screen that is refused shows its error on its own route. Another kind would take others with it.
    for (const [path, findings] of errorsOfParts(definitions, versions)) refused.set(path, findings);
    if (refused.size > 0) definitions = await prepare(layered(files, versions, refused));
    standing = { files, versions, refused };
    mark = seen;
    store.replace(definitions);
  };
  // One at a time: an earlier reading must never replace a later one.
  const reload = (): Promise<void> => {
    running = running.catch(() => {}).then(load);
    return running;
  };

  return {
    reload,
    standing: () => standing,
    attempt: async (path, text) => {
      const { files, versions, refused } = standing;
      const trial: DefinitionFile = { path, bytes: Buffer.from(text, 'utf8') };
      const all = new Map(layered(files, versions, refused).map((file) => [file.path, file]));
      all.set(path, trial);
      const definitions = await prepare([...all.values()]);
      const at = definitions.diagnostics.filter(({ file }) => file === path);
      const known = new Set(
        store.current().diagnostics.map((one) => `${one.file} ${one.rule} ${one.message}`),
      );
      const elsewhere = definitions.diagnostics.filter(
        (one) =>
          one.file !== path &&
          one.severity === 'error' &&
          !known.has(`${one.file} ${one.rule} ${one.message}`),
      );
      const rules = kindAt(path) === 'screen' ? publishFindings(trial, files.get(path) ?? null) : [];
      return { findings: [...at, ...rules], elsewhere, definitions };
    },
    previews: createPreviews(),
    follow: (failed) => {
      let stopped = false;
      let timer: NodeJS.Timeout;
      const look = async () => {
        try {
          if ((await versionMark(database)) !== mark) await reload();
        } catch (error) {
          failed(error);
        }
        if (!stopped) timer = setTimeout(look, followEveryMs);
      };
      timer = setTimeout(look, followEveryMs);
      return () => {
        stopped = true;
        clearTimeout(timer);
      };
    },
  };
}

/** Files with the published texts over them. */
function layered(
  files: ReadonlyMap<string, DefinitionFile>,
  versions: ReadonlyMap<string, Version>,
  refused: ReadonlyMap<string, unknown>,
): readonly DefinitionFile[] {
  const all = new Map(files);
  for (const { path, content } of versions.values())
    if (content !== null && !refused.has(path)) all.set(path, { path, bytes: Buffer.from(content, 'utf8') });
  return [...all.values()];
}

function errorsOfParts(
  definitions: Definitions,
  versions: ReadonlyMap<string, Version>,
): ReadonlyMap<string, readonly Diagnostic[]> {
  const found = new Map<string, Diagnostic[]>();
  for (const diagnostic of definitions.diagnostics) {
    const { file, severity } = diagnostic;
    const version = versions.get(file);
    if (severity !== 'error' || !version?.content || kindAt(file) === 'screen') continue;
    found.set(file, [...(found.get(file) ?? []), diagnostic]);
  }
  return found;
}
