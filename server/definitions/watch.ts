import { type FSWatcher, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';

/** A save is often several events; this long after the last one the files are read. */
const restMs = 40;

export interface DefinitionWatch {
  readonly close: () => void;
}

/** The folder and all folders within it. */
function foldersIn(folder: string): readonly string[] {
  const inner = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => foldersIn(join(folder, name)));
  return [folder, ...inner];
}

/**
 * A watch on each folder, kept as folders come and go. A watch on files, Node's recursive one among them, holds on to
 * what it opened: a file that an editor replaces is then not seen again, or not each time.
 */
class FolderWatches {
  readonly #watches = new Map<string, FSWatcher>();
  readonly #roots: readonly string[];
  readonly #changed: () => void;
  readonly #failed: (error: unknown) => void;

  constructor(roots: readonly string[], changed: () => void, failed: (error: unknown) => void) {
    this.#roots = roots;
    this.#changed = changed;
    this.#failed = failed;
    this.follow();
  }

  /** Watches the folders that are there now; what a new one holds already counts as changed. */
  follow(): void {
    const there = new Set(this.#roots.flatMap(foldersIn));
    for (const [folder, open] of this.#watches) {
      if (there.has(folder)) continue;
      open.close();
      this.#watches.delete(folder);
    }
    for (const folder of there) {
      if (this.#watches.has(folder)) continue;
      const open = watch(folder, () => {
        this.#changed();
      });
      // Windows tells the end of a watched folder as an error; the next look finds it gone.
      open.on('error', (error) => {
        open.close();
        this.#watches.delete(folder);
        if (this.#roots.includes(folder)) this.#failed(error);
      });
      this.#watches.set(folder, open);
      this.#changed();
    }
  }

  close(): void {
    for (const open of this.#watches.values()) open.close();
    this.#watches.clear();
  }
}

/** Calls `reload` soon after anything under screens/ or schemas/ changes, one run at a time. */
export function watchDefinitions(
  root: string,
  reload: () => Promise<void>,
  failed: (error: unknown) => void,
): DefinitionWatch {
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let again = false;
  const run = async (): Promise<void> => {
    if (running) {
      again = true;
      return;
    }
    running = true;
    try {
      await reload();
    } catch (error) {
      failed(error);
    }
    running = false;
    if (again) {
      again = false;
      await run();
    }
  };
  const folders = ['screens', 'schemas'].map((folder) => join(root, folder));
  let watches: FolderWatches | null = null;
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        // Before the files are read: what changes in a new folder from now on is seen.
        watches?.follow();
      } catch (error) {
        failed(error);
      }
      void run();
    }, restMs);
  };
  watches = new FolderWatches(folders, changed, failed);
  // What is there at the start has been read already.
  clearTimeout(timer);
  return {
    close: () => {
      clearTimeout(timer);
      watches?.close();
      watches = null;
    },
  };
}
