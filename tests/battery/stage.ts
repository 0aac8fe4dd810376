// The application, a browser and somebody of every role: what all drawings share.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright';
import { filesUnder } from '#scripts/generate/read-parts.ts';
import type { LinkedScreen, ManifestEntry } from '#src/core/linked.ts';
import { kindOf } from '#src/core/prepare.ts';
import { type Application, startApplication } from '#tests/support/application.ts';
import { launchBrowser } from '#tests/support/browser.ts';
import { root } from '#tests/support/database-server.ts';
import { type AddressBook, addressBook, type GivenParams } from './addresses.ts';
import type { Outcome } from './draw.ts';
import { readExpectations } from './expectations.ts';
import { signedOut } from './factors.ts';
import { type Lanes, openLanes } from './lane.ts';
import { callAs, signInAs, type Visitor, visitorsOf } from './visitors.ts';

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

function tablesOfLists(): ReadonlyMap<string, string> {
  return new Map(
    filesUnder(root, 'schemas/entities', /\.json$/).map((file) => {
      const { record } = JSON.parse(readFileSync(join(root, file), 'utf8')) as {
        readonly record: { readonly list: string; readonly table: string };
      };
      return [record.list, record.table];
    }),
  );
}

/** Parameters of a screen that the expectations beside it give, of several the first. */
function examplesOfParams(): ReadonlyMap<string, GivenParams> {
  return new Map(
    readExpectations().map(({ screen, expectations }) => [
      screen,
      Object.assign({}, ...expectations.map(({ given }) => given?.params ?? {}).toReversed()) as GivenParams,
    ]),
  );
}

/** What this visitor meets at the address of this screen. */
export function outcomeOf(screen: LinkedScreen, visitor: Visitor): Outcome {
  const signedIn = visitor.role !== signedOut;
  if (screen.access === 'auth' && !signedIn) return 'sign-in';
  if (screen.access === 'public' && signedIn) return 'home';
  return screen.needs === null || visitor.perms.has(screen.needs) ? 'drawn' : 'refused';
}

export async function setStage(lanes = 2): Promise<Stage> {
  const [app, browser] = await Promise.all([startApplication(), launchBrowser()]);
  const admin = await signInAs(app, 'admin', 'admin', app.password, '*');
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
    addresses: addressBook(app, tablesOfLists(), examplesOfParams()),
    lanes: opened,
    close: async () => {
      await opened.close();
      await browser.close();
      await app.stop();
    },
  };
}
