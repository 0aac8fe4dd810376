// The application, a browser and somebody of every role: what all drawings share.
import type { Browser } from 'playwright';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import { type AddressBook, addressBook, sampleOfRecords } from '#scripts/screens/addresses.ts';
import type { LinkedScreen, ManifestEntry } from '#src/core/linked.ts';
import { kindOf } from '#src/core/prepare.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { root, type TestServerInfo } from '#tests/support/database-server.ts';
import type { Outcome } from './draw.ts';
import { signedOut } from './factors.ts';
import { type Lanes, openLanes } from './lane.ts';
import { callAs, type Visitor, visitorAs, visitorsOf } from './visitors.ts';

export interface Stage {
  readonly app: Application;
  readonly browser: Browser;
  readonly visitors: ReadonlyMap<string, Visitor>;
  /** The linked screens as the server serves them, by id. */
  readonly screens: ReadonlyMap<string, LinkedScreen>;
  readonly hashes: ReadonlyMap<string, string>;
  readonly addresses: AddressBook;
  readonly lanes: Lanes;
  readonly close: () => Promise<void>;
}

/** Ids of the screens whose definitions lie in the repository. */
export const screenIds: readonly string[] = filesUnder(root, 'screens', /\.json$/)
  .filter((file) => kindOf(file) === 'screen')
  .map((file) => file.replace(/^screens\//, '').replace(/\.json$/, ''));

/** What this visitor meets at the address of this screen. */
export function outcomeOf(screen: LinkedScreen, visitor: Visitor): Outcome {
  const signedIn = visitor.role !== signedOut;
  if (screen.access === 'auth' && !signedIn) return 'sign-in';
  if (screen.access === 'public' && signedIn) return 'home';
  return screen.needs === null || visitor.perms.has(screen.needs) ? 'drawn' : 'refused';
}

/** `server`: the run's PostgreSQL, which outside vitest's workers must be given. */
export async function setStage(lanes = 2, server?: TestServerInfo): Promise<Stage> {
  const [app, browser] = await Promise.all([startApplication(server ? { server } : {}), launchBrowser()]);
  const admin = await visitorAs(app, 'admin', 'admin', '*');
  const manifest = (await (await callAs(app, admin, 'GET', '/definitions')).json()) as {
    readonly entries: readonly ManifestEntry[];
  };
  const screens = new Map<string, LinkedScreen>();
  const hashes = new Map<string, string>();
  for (const { id, hash } of manifest.entries) {
    const response = await callAs(app, admin, 'GET', `/definitions/${hash}`);
    if (!response.ok) throw new Error(`${id} is not served: ${await response.text()}`);
    screens.set(id, (await response.json()) as LinkedScreen);
    hashes.set(id, hash);
  }
  const visitors = await visitorsOf(app);
  const opened = openLanes(browser, app.url, lanes);
  return {
    app,
    browser,
    visitors,
    screens,
    hashes,
    addresses: addressBook(root, {
      call: (visitor, method, path, body) => callAs(app, visitor, method, path, body),
      idsOf: (table) =>
        app.database.database.owner(async (client) => {
          const { rows } = await client.query<{ id: number }>(sampleOfRecords(table));
          return rows.map(({ id }) => id);
        }),
    }),
    lanes: opened,
    close: async () => {
      await opened.close();
      await browser.close();
      await app.stop();
    },
  };
}
