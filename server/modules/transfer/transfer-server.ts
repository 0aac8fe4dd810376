import type { Config } from '../../config.ts';
import type { RecordServer } from '../../records/served.ts';

/** What is asked of the server that imports and exports by itself. */
export interface TransferServer extends RecordServer {
  readonly config: Config;
  /** The folder that files are laid into. */
  readonly inboxDir: string;
}

/** Milliseconds between two looks: what is being written changes in between. */
const lookMs = 5_000;

/** Whether it is time to look again; a clock that was set back is no reason to wait. */
export function createLooks(now: () => Date): () => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    const since = now().getTime() - last;
    if (since >= 0 && since < lookMs) return false;
    last = now().getTime();
    return true;
  };
}
