// The definitions in force: the checkout's files, laid over by what was published, prepared as one.
import type { Diagnostic } from '#src/core/diagnostic.ts';
import { loadDefinition } from '#src/core/load/load.ts';
import { type Config, localFolder } from '../config.ts';
import type { Database } from '../database/open-database.ts';
import type { Definitions } from './definitions.ts';
import { createFactsReader, type FactsReader } from './facts.ts';
import { type DefinitionFile, readDefinitionFiles } from './files.ts';
import { findingKey, lay, layered } from './lay.ts';
import { createMemory, type StoredMemory } from './memory.ts';
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
  /** Published texts that are not in force, with the reason: their file is, where there is one. */
  readonly refused: ReadonlyMap<string, readonly Diagnostic[]>;
  /** Grows with every version of any path. */
  readonly mark: number;
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
  /** Takes up what another process has published since. */
  readonly catchUp: () => Promise<void>;
  /** The same for who knows the newest mark: at once where it stands; one that could not be taken up is left to `follow`. */
  readonly upTo: (mark: number) => Promise<void>;
  /** Does one piece of work after the other: what is checked beside each other is not published at once. */
  readonly inTurn: <T>(work: () => Promise<T>) => Promise<T>;
  readonly standing: () => Standing;
  /** What would be with `text` at `path`, or with the file's for null; nothing changes. */
  readonly attempt: (path: string, text: string | null) => Promise<Trial>;
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
  let memory: StoredMemory | null = null;
  const prepare = (files: readonly DefinitionFile[]) => {
    facts ??= createFactsReader(database, { root: config.root, dataDir: localFolder(config) });
    memory ??= createMemory(localFolder(config));
    return prepareForServing(files, facts, config.root, memory);
  };
  let standing: Standing = { files: new Map(), versions: new Map(), refused: new Map(), mark: -1 };
  let running: Promise<void> = Promise.resolve();

  const load = async (): Promise<void> => {
    const seen = await versionMark(database);
    const files = new Map(readFiles().map((file) => [file.path, file]));
    const versions = await newestVersions(database);
    const { definitions, refused } = await lay(files, versions, prepare);
    standing = { files, versions, refused, mark: seen };
    store.replace(definitions);
  };
  // One at a time: an earlier reading must never replace a later one. Who asks while one waits shares it.
  let waiting: Promise<void> | null = null;
  const reload = (): Promise<void> => {
    waiting ??= running
      .catch(() => {})
      .then(() => {
        waiting = null;
        running = load();
        return running;
      });
    return waiting;
  };

  const catchUp = async (): Promise<void> => {
    if ((await versionMark(database)) !== standing.mark) await reload();
  };
  let tried = -1;
  const upTo = async (mark: number): Promise<void> => {
    // Before the first reading there is nothing that could be behind; a mark from before is one read too early.
    if (standing.mark < 0 || mark <= standing.mark || mark <= tried) return;
    try {
      await reload();
    } catch (error) {
      tried = mark;
      throw error;
    }
  };
  let turn: Promise<unknown> = Promise.resolve();

  return {
    reload,
    catchUp,
    upTo,
    inTurn: (work) => {
      const mine = turn.catch(() => {}).then(work);
      turn = mine;
      return mine;
    },
    standing: () => standing,
    attempt: async (path, text) => {
      const { files, versions, refused } = standing;
      const file = files.get(path) ?? null;
      const trial = text === null ? file : { path, bytes: Buffer.from(text, 'utf8') };
      // What cannot be read is not held against everything else: that would only take time.
      const { loaded, diagnostics } = trial ? loadDefinition(trial) : { loaded: null, diagnostics: [] };
      if (trial && !loaded) return { findings: diagnostics, elsewhere: [], definitions: store.current() };
      const others = [...versions.values()].filter((version) => version.path !== path);
      const all = new Map(layered(files, others, refused).map((one) => [one.path, one]));
      if (trial) all.set(path, trial);
      const definitions = await prepare([...all.values()]);
      const at = definitions.diagnostics.filter((one) => one.file === path);
      const known = new Set(store.current().diagnostics.map(findingKey));
      const elsewhere = definitions.diagnostics.filter(
        (one) => one.file !== path && one.severity === 'error' && !known.has(findingKey(one)),
      );
      const rules = text === null || !trial ? [] : publishFindings(trial, file);
      return { findings: [...at, ...rules], elsewhere, definitions };
    },
    previews: createPreviews(),
    follow: (failed) => {
      let stopped = false;
      let timer: NodeJS.Timeout;
      const look = async () => {
        try {
          await catchUp();
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
