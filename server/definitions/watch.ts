import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';

/** A save is often several events; this long after the last one the files are read. */
const restMs = 40;

/** Calls `reload` soon after anything under screens/ or schemas/ changes, one run at a time. Returns the end. */
export function watchDefinitions(
  root: string,
  reload: () => Promise<void>,
  failed: (error: unknown) => void,
): () => void {
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
  const watchers: FSWatcher[] = ['screens', 'schemas'].map((folder) =>
    watch(join(root, folder), { recursive: true }, changed),
  );
  for (const watcher of watchers) watcher.on('error', failed);
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}
