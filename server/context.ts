import type { Config } from './config.ts';
import type { Database } from './database/open-database.ts';
import type { DefinitionService } from './definitions/service.ts';
import type { DefinitionStore } from './definitions/store.ts';
import type { Mail } from './mail.ts';
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
  /** What a user may do only so often a minute; the key says what. */
  readonly minuteLimit: RateLimit;
  /** Links for a new password, within a quarter of an hour. */
  readonly resetLimit: RateLimit;
  readonly mail: Mail;
  readonly reportTurns: Turns;
  /** Files have turns of their own: one that is fetched slowly holds no report up. */
  readonly exportTurns: Turns;
  /** Stamp of the last change of a system parameter, told in every answer. */
  readonly sysparams: { stamp: string };
}
