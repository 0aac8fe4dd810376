import type { FaultOffice } from './fault-office.ts';

/** Something that happens to a server, and what has to hold then. */
export interface Fault {
  /** In the words of the line that tells how it went. */
  readonly name: string;
  /** Laid into the copied checkout before the server starts, by path. */
  readonly files?: { readonly [path: string]: string };
  /** What it needs in the database, as its owner, before anything happens. */
  readonly setUp?: string;
  /** Lets it happen; throws where what was promised does not hold. */
  readonly run: (office: FaultOffice) => Promise<void>;
}

export function demand(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}
