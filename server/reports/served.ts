import type { Database } from '../database/open-database.ts';
import type { Previews } from '../definitions/previews.ts';
import type { DefinitionStore } from '../definitions/store.ts';
import type { Turns } from './turns.ts';

/** What reports ask of the server that serves them. */
export interface ReportServer {
  readonly config: { readonly keptByDistrictFrom: number };
  readonly database: Database;
  readonly definitions: DefinitionStore;
  readonly studio: { readonly previews: Previews };
  readonly now: () => Date;
  readonly reportTurns: Turns;
  readonly listTurns: Turns;
  readonly exportTurns: Turns;
  /** Aborted when whoever asks has gone; absent where nobody can. */
  readonly signal?: AbortSignal;
}
