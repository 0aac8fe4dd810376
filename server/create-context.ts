import { defaultSessionMinutes, readSysparams } from './company.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import type { Database } from './database/open-database.ts';
import type { DefinitionFile } from './definitions/files.ts';
import { createDefinitionService } from './definitions/service.ts';
import { createDefinitionStore } from './definitions/store.ts';
import { createMail } from './mail.ts';
import { loadOperations } from './plugins/load-operations.ts';
import { type Log, openLog } from './plugins/log.ts';
import { createRateLimit } from './plugins/rate-limit.ts';
import { createSessions } from './plugins/sessions.ts';
import { createTokens, loadSecret } from './plugins/tokens.ts';
import { createTurns } from './query/turns.ts';

export interface ContextParts {
  readonly now?: () => Date;
  readonly log?: Log;
  /** Instead of the checkout's definitions. */
  readonly readFiles?: () => readonly DefinitionFile[];
}

/** All that a server holds, from its configuration and an open database. */
export function createContext(config: Config, database: Database, parts: ContextParts = {}): Context {
  const now = parts.now ?? (() => new Date());
  const minutes = async () => {
    const given = Number((await readSysparams({ database })).SESSMINS);
    return Number.isFinite(given) && given > 0 ? given : defaultSessionMinutes;
  };
  const log = parts.log ?? openLog(config.dataDir, now);
  const definitions = createDefinitionStore(compileValidator);
  return {
    config,
    database,
    now,
    definitions,
    studio: createDefinitionService({
      config,
      database,
      store: definitions,
      ...(parts.readFiles ? { readFiles: parts.readFiles } : {}),
    }),
    operations: loadOperations(config.root),
    log,
    tokens: createTokens(loadSecret(config.dataDir), config.sessionCapHours),
    sessions: createSessions(database, { minutes, capHours: config.sessionCapHours }),
    signInLimit: createRateLimit(60_000),
    minuteLimit: createRateLimit(60_000),
    resetLimit: createRateLimit(15 * 60_000),
    mail: createMail(config, log, now),
    reportTurns: createTurns({ perUser: 2, inAll: 4, waiting: 40 }),
    exportTurns: createTurns({ perUser: 2, inAll: 3, waiting: 20 }),
    sysparams: { stamp: '' },
  };
}

/** Loaded when a form is first shown: the compiler is heavy, and most starts never need it. */
async function compileValidator(schema: object): Promise<string> {
  const { validatorModule } = await import('./definitions/validator-module.ts');
  return validatorModule(schema);
}
