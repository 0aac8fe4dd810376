// Starts everything in its order and stops it in the opposite one.
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import { formatDiagnostic } from '#src/core/diagnostic.ts';
import { tryToWrite, unwritable } from './access/data-folder.ts';
import { readRestarts } from './access/restarts.ts';
import { SecretError } from './access/tokens.ts';
import { buildApp } from './app.ts';
import { type Config, ConfigError, loadConfig, localFolder } from './config.ts';
import type { Context } from './context.ts';
import { createContext } from './context.ts';
import { DataHeldError, OtherSchemaError } from './database/errors.ts';
import { firstStart } from './database/first-start.ts';
import { openDatabase } from './database/open-database.ts';
import { writeOverlay } from './definitions/editor-overlay.ts';
import { watchDefinitions } from './definitions/watch.ts';
import { countOpenJobs } from './jobs/job-store.ts';
import { readAddress, tellAddress } from './plugins/address.ts';
import { listenForMetrics } from './plugins/metrics/listen.ts';

/** Exit code of what a restart cannot mend; scripts/supervise.mjs knows it. */
const misconfigured = 78;
/** How long a server that is beyond help tries to end in order. */
const endPatienceMs = 2_000;

type Say = (line: string) => void;
type Stop = () => Promise<void>;

/** A server that answers. */
export interface Served {
  readonly address: string;
  /** Stops everything, the last that was started first; who asks again waits for the same. */
  readonly stop: Stop;
}

async function reload({ studio, definitions }: Context): Promise<void> {
  // While developing, what was said before is not said again with every save.
  const said = new Set(definitions.current().diagnostics.map(formatDiagnostic));
  await studio.reload();
  for (const finding of definitions.current().diagnostics.map(formatDiagnostic))
    if (!said.has(finding)) console.error(finding);
  for (const findings of studio.standing().refused.values())
    for (const finding of findings.map(formatDiagnostic))
      if (!said.has(finding))
        console.error(`Published, no longer accepted, its file is in force: ${finding}`);
}

/** What editors complete by is written when the open page has long been redrawn. */
function lateOverlay({ config, studio, definitions }: Context) {
  let timer: NodeJS.Timeout | undefined;
  const write = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      try {
        writeOverlay(config.root, [...studio.standing().files.values()], definitions.current().queries);
      } catch (error) {
        console.error(error);
      }
    }, 1_000);
  };
  return { write, close: () => clearTimeout(timer) };
}

/** A port nobody asked for by name gives way to the next free one. */
async function listen(app: FastifyInstance, config: Config, say: Say): Promise<string> {
  for (let port = config.port; ; port++) {
    try {
      return await app.listen({ host: config.host, port });
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
      if (!taken) throw error;
      if (config.portIsExplicit)
        throw new ConfigError(
          `Port ${port} of ${config.host} is taken. End what uses it, or set PORT to another.`,
        );
      if (port >= config.port + 100) throw new ConfigError(`No free port from ${config.port} to ${port}.`);
      say(`Port ${port} is taken, trying ${port + 1}.`);
    }
  }
}

/** Serves what a configuration says; `begun` is handed the way to stop as soon as there is something to be stopped. */
export async function serve(
  config: Config,
  say: Say,
  begun: (stop: Stop) => void = () => {},
): Promise<Served> {
  try {
    tryToWrite(config.dataDir);
    tryToWrite(localFolder(config));
  } catch (error) {
    // With a database elsewhere the server serves, and tells it; its own has its data there.
    if (config.databaseUrl === null) throw new ConfigError(unwritable(config.dataDir, error));
  }
  const database = await openDatabase({
    ...(config.databaseUrl === null ? {} : { url: config.databaseUrl }),
    ...(config.databaseReadUrl === null ? {} : { readUrl: config.databaseReadUrl }),
    ...(config.databaseConnections === null ? {} : { connections: config.databaseConnections }),
    waitMs: config.databaseWaitMs,
    dataDir: config.dataDir,
    root: config.root,
    log: say,
  });
  const closers: (() => Promise<void> | void)[] = [() => database.close()];
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      for (const close of closers.reverse()) await close();
    })();
    return stopping;
  };
  begun(stop);

  try {
    await firstStart(database, { demo: !config.empty, log: say });
    const context = createContext(config, database);
    closers.push(() => context.log.close());
    closers.push(() => context.mail.idle());
    closers.push(() => context.slowQueries.idle());
    closers.push(() => context.jobs.close());
    await reload(context);
    closers.push(context.studio.follow((error) => context.log.failure('definitions', error)));
    if (config.dev) {
      const overlay = lateOverlay(context);
      overlay.write();
      const again = () => reload(context).finally(overlay.write);
      const watch = watchDefinitions(config.root, again, (error) => console.error(error));
      closers.push(overlay.close, watch.close);
    }
    const app = await buildApp(context);
    closers.push(() => app.close());
    if (config.metrics !== null) {
      const { metrics } = context;
      const listener = await listenForMetrics(config.metrics, metrics, () => countOpenJobs(database));
      closers.push(listener.close);
      say(`Metrics are read at ${listener.address}.`);
    }
    const address = await listen(app, config, say);
    // While developing, the pages come from Vite, whose address scripts/dev.mjs hands on.
    const pages = config.dev && process.env.PAGE_URL ? process.env.PAGE_URL : address;
    const local = localFolder(config);
    const beside = readAddress(local);
    if (beside && beside.pid !== process.pid)
      say(
        `Process ${beside.pid} serves from ${local}, too. Give each server a folder of its own in CADASTRE_LOCAL.`,
      );
    closers.push(tellAddress(local, `${pages}${config.basePath}`));
    await context.dataFolder.look();
    const restarts = readRestarts(process.env.CADASTRE_RESTARTS);
    if (restarts.count > 0)
      context.log.failure(
        'start',
        `Start ${restarts.count} after the server ${restarts.reason} (${restarts.at}).`,
      );
    await context.jobs.look();
    context.jobs.follow();
    const { screens, broken } = context.definitions.current();
    say(
      `${screens.size} screens are ready${broken.size > 0 ? `, ${broken.size} are broken (see above)` : ''}.`,
    );
    say(`The data lies in ${database.place}.`);
    if (context.mail.delivery === 'outbox')
      say(`No mail server is configured (SMTP_URL): mails are left in ${config.dataDir}/outbox.`);
    say(`${config.product} ${config.version} serves ${address}${config.basePath}/`);
    if (pages !== address) say(`Open ${pages}${config.basePath}/ in the browser.`);
    return { address, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** The server as a process of its own, which a signal ends. */
async function start(): Promise<void> {
  const say = (line: string) => console.log(line);
  let end: Stop = async () => {};
  let ending = false;
  const onSignal = () => {
    if (ending) return;
    ending = true;
    say('Stopping …');
    end().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  // Whoever watches over this process is gone, however it went: the server ends with it.
  if (process.connected) process.on('disconnect', onSignal);
  // What nobody waited for fails alone. What was thrown past everybody leaves nobody knows what: the next start is clean.
  process.on('unhandledRejection', (reason) => console.error(reason));
  process.on('uncaughtException', (error) => {
    console.error(error);
    if (ending) process.exit(1);
    ending = true;
    setTimeout(() => process.exit(1), endPatienceMs);
    end().then(
      () => process.exit(1),
      () => process.exit(1),
    );
  });
  const { stop } = await serve(loadConfig(), say, (begun) => {
    end = begun;
    process.on('SIGINT', onSignal);
    process.on('SIGTERM', onSignal);
  });
  end = stop;
  process.send?.('serves');
}

/** Starts the process's server; ends the process where it cannot. */
export function run(): void {
  start().catch((error: unknown) => {
    const known =
      error instanceof ConfigError ||
      error instanceof SecretError ||
      (error instanceof Error && error.name === 'DatabaseSetupError');
    console.error(known && error instanceof Error ? error.message : error);
    const lasting = [ConfigError, SecretError, DataHeldError, OtherSchemaError].some(
      (kind) => error instanceof kind,
    );
    process.exit(lasting ? misconfigured : 1);
  });
}

// Who imports this file starts a server by `serve` or `run`.
if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) run();
