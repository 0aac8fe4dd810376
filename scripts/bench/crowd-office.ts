// The office that a crowd works in: one made for it, or the one that CADASTRE_DATA names, where all is made up.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { loadConfig } from '#server/config.ts';
import type { Database } from '#server/database/open-database.ts';
import { addUser } from '#server/database/users.ts';
import { psiText, saleLine } from '#tests/server/import/psi-text.ts';
import { freePort, startApplication, startProcess } from '#tests/support/application.ts';
import type { TestServerInfo } from '#tests/support/database-server.ts';
import { withDatabase } from '../database/with-database.ts';
import { zips } from './import-rate.ts';
import { large, ofState } from './large-office.ts';

const importedSales = 30_000;

export interface CrowdOffice {
  readonly url: string;
  readonly database: Database;
  /** What is imported meanwhile. */
  readonly files: readonly { readonly name: string; readonly read: () => string | Buffer<ArrayBuffer> }[];
  /** Adds somebody for the time of the measure, and answers what they sign in with. */
  readonly addPerson: (
    name: string,
    role: string,
  ) => Promise<{ readonly username: string; readonly password: string }>;
  /** True: what was imported is taken back. */
  readonly lasts: boolean;
}

const env = { TRUST_PROXY: '127.0.0.1' };

function salesFile(): string {
  const lines = Array.from({ length: importedSales }, (_, i) =>
    saleLine({ pid: String(5_000_000 + i), house: String(1 + (i % 300)), dealing: `AZ${100_000 + i}` }),
  );
  return psiText(lines);
}

const madeFiles: CrowdOffice['files'] = [{ name: 'crowd.dat', read: salesFile }];

function filesOf(): CrowdOffice['files'] {
  const here = zips.filter((path) => existsSync(path));
  if (here.length === 0) return madeFiles;
  return here.map((path) => ({ name: basename(path), read: () => Buffer.from(readFileSync(path)) }));
}

const adding = (database: Database) => async (username: string, role: string) => {
  const person = { username, fullName: username, role, allDistricts: true };
  const { password } = await database.owner((client) => addUser(client, person));
  return { username, password };
};

async function refuseOther(database: Database): Promise<void> {
  const { rows } = await database.owner((client) =>
    client.query<{ n: number; real: boolean }>(
      'select count(*)::integer as n, exists (select from property where not synthetic) as real from property',
    ),
  );
  const [office] = rows;
  if (office?.real !== false)
    throw new Error('The office that CADASTRE_DATA names holds what is not made up, and a crowd changes it.');
  if (ofState && office.n < large)
    throw new Error(`CADASTRE_DATA names an office of ${office.n} properties.`);
}

export async function inCrowdOffice<Result>(
  server: TestServerInfo,
  measure: (office: CrowdOffice) => Promise<Result>,
): Promise<Result> {
  if (!process.env.CADASTRE_DATA) {
    const app = await startApplication({ server, env });
    const { database } = app.database;
    try {
      const addPerson = adding(database);
      return await measure({ url: app.url, database, files: madeFiles, addPerson, lasts: false });
    } finally {
      await app.stop();
    }
  }
  const port = await freePort();
  const running = await startProcess({ ...env, PORT: String(port) });
  try {
    return await withDatabase(loadConfig(process.env, []), async (database) => {
      await refuseOther(database);
      // Whoever worked in an earlier measure is there still, and signs in no more.
      const of = randomBytes(3).toString('hex');
      const add = adding(database);
      try {
        return await measure({
          url: `http://127.0.0.1:${port}${loadConfig(process.env, []).basePath}`,
          database,
          files: filesOf(),
          addPerson: (username, role) => add(`${username}-${of}`, role),
          lasts: true,
        });
      } finally {
        await database.owner((client) =>
          client.query("update app_user set active = false where username like '%-' || $1", [of]),
        );
      }
    });
  } finally {
    await running.stop();
  }
}
