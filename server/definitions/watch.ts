import { join } from 'node:path';
import { watch } from 'chokidar';

/** A save is often several events; this long after the last one the files are read. */
const restMs = 40;

export interface DefinitionWatch {
  /** Fulfilled when every later change is seen. */
  readonly ready: Promise<void>;
  readonly close: () => Promise<void>;
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
  const changed = () => {
    clearTimeout(timer);
    timer = setTimeout(() => void run(), restMs);
  };
  // Not Node's recursive watch: it holds on to files, so one that an editor replaces is not seen again.
  const folders = ['screens', 'schemas'].map((folder) => join(root, folder));
  const watcher = watch(folders, { ignoreInitial: true });
  watcher.on('all', changed).on('error', failed);
  return {
    ready: new Promise((resolve) => watcher.once('ready', resolve)),
    close: async () => {
      clearTimeout(timer);
      await watcher.close();
    },
  };
}
