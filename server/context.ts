import type { Config } from './config.ts';
import type { Database } from './database/open-database.ts';
import type { DefinitionService } from './definitions/service.ts';
import type { DefinitionStore } from './definitions/store.ts';
import type { Operation } from './operation.ts';
import type { Log } from './plugins/log.ts';
import type { RateLimit } from './plugins/rate-limit.ts';
import type { Sessions } from './plugins/sessions.ts';
import type { Tokens } from './plugins/tokens.ts';
import type { Turns } from './query/turns.ts';

/** All that the server holds; made by main.ts and by tests, read by plugins and handlers. */
export interface Context {
  readonly config: Config;
  readonly database: Database;
  readonly definitions: DefinitionStore;
  /** Puts definitions in force: files, and what was published over them. */
  readonly studio: DefinitionService;
  readonly operations: readonly Operation[];
  readonly log: Log;
  readonly now: () => Date;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly signInLimit: RateLimit;
  readonly reportTurns: Turns;
  /** Stamp of the last change of a system parameter, told in every answer. */
  readonly sysparams: { stamp: string };
}
