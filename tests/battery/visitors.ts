// Somebody of every role, signed in once for the whole run.
import { openSession } from '#scripts/screens/render/guest.ts';
import type { Application } from '#tests/support/application.ts';
import { signedOut } from './factors.ts';

export interface Visitor {
  readonly role: string;
  readonly districts: readonly string[] | '*';
  readonly perms: ReadonlySet<string>;
  readonly token: string | null;
  /** What the browser keeps of the session; null for who is not signed in. */
  readonly kept: string | null;
}

export const storageKey = 'cadastre.session';

/** Body of a call in the envelope of the specification. */
export function enveloped(body: object): string {
  return JSON.stringify({ CadastreSafeContent: Buffer.from(JSON.stringify(body)).toString('base64') });
}

/** A call of the API as a visitor, beside the browser. */
export function callAs(
  app: Application,
  { token }: { readonly token: string | null },
  method: string,
  path: string,
  body?: object,
): Promise<Response> {
  return fetch(`${app.url}/api${path}`, {
    method,
    headers: {
      ...(token === null ? {} : { authorization: `JWT ${token}` }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: enveloped(body) } : {}),
  });
}

/** Somebody of a role with a session of their own; so many sign-ins a minute would be too many. */
export async function visitorAs(
  app: Application,
  role: string,
  username: string,
  districts: readonly string[] | '*',
): Promise<Visitor> {
  const { database } = app.database;
  const { rows } = await database.owner((client) =>
    client.query<{ id: number }>('select id from app_user where username = $1', [username]),
  );
  const [known] = rows;
  if (!known) throw new Error(`There is no user "${username}".`);
  const session = await openSession(app.dataDir, database, app.url, known.id, { minutes: 480, hours: 24 });
  const { token, user, userInfo } = session;
  const kept = JSON.stringify({ mvp4AuthToken: token, sessionId: `battery-${username}`, user, userInfo });
  return { role, districts, perms: new Set(userInfo.perms.perms), token, kept };
}

export const nobody: Visitor = {
  role: signedOut,
  districts: [],
  perms: new Set(),
  token: null,
  kept: null,
};

/** One user of each role that the database knows; every other one is bound to the district with the most sales. */
export async function visitorsOf(app: Application): Promise<ReadonlyMap<string, Visitor>> {
  const { roles, district } = await app.database.database.owner(async (client) => ({
    roles: (await client.query<{ name: string }>('select name from role order by name')).rows,
    district: (
      await client.query<{ code: string }>(
        'select district_code as code from sale group by 1 order by count(*) desc, 1 limit 1',
      )
    ).rows[0]?.code,
  }));
  const visitors = new Map<string, Visitor>([[signedOut, nobody]]);
  for (const [i, { name }] of roles.entries()) {
    const districts = i % 2 === 0 || district === undefined ? '*' : [district];
    const username = `battery-${name}`;
    await app.addUser(username, name, districts);
    visitors.set(name, await visitorAs(app, name, username, districts));
  }
  return visitors;
}
