// Somebody of every role, signed in once for the whole run.
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

interface SignedIn {
  readonly token: string;
  readonly user: unknown;
  readonly userInfo: { readonly perms: { readonly perms: readonly string[] } };
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

export async function signInAs(
  app: Application,
  role: string,
  username: string,
  password: string,
  districts: readonly string[] | '*',
): Promise<Visitor> {
  const response = await callAs(app, { token: null }, 'POST', '/app/login', { username, password });
  if (!response.ok) throw new Error(`${username} cannot sign in: ${await response.text()}`);
  const { token, user, userInfo } = (await response.json()) as SignedIn;
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
    const password = await app.addUser(username, name, districts);
    visitors.set(name, await signInAs(app, name, username, password, districts));
  }
  return visitors;
}
