// Passkeys of users: added, named, used and taken away; and what they are asked to sign.
import { randomBytes } from 'node:crypto';
import type { DatabaseClient } from '../database/client.ts';
import { momentText } from '../database/json-page.ts';
import type { Database } from '../database/open-database.ts';
import { isOn, lockFactors, takeAway, tellActivity } from './own-factors.ts';
import { ceremonyMinutes, type KnownKey, type NewKey } from './passkey-ceremony.ts';
import { makeCodes } from './recovery-codes.ts';

type Owner = Pick<Database, 'owner'>;

/** What a challenge is put for; a sign-in's belongs to its ticket. */
export type Asked =
  | { readonly userId: number; readonly purpose: 'add' | 'prove' }
  | { readonly userId: number; readonly purpose: 'sign-in'; readonly ticketId: number };

const ticketIdOf = (asked: Asked): number | null => ('ticketId' in asked ? asked.ticketId : null);

export async function putChallenge(database: Owner, asked: Asked, now: Date): Promise<Buffer> {
  const challenge = randomBytes(32);
  await database.owner(async (client) => {
    await client.query('delete from passkey_challenge where expires_at < $1::timestamptz', [
      now.toISOString(),
    ]);
    await client.query(
      `insert into passkey_challenge (user_id, purpose, ticket_id, challenge, expires_at)
       values ($1::bigint, $2::text, $3::bigint, $4::bytea, $5::timestamptz + make_interval(mins => $6::integer))`,
      [asked.userId, asked.purpose, ticketIdOf(asked), challenge, now.toISOString(), ceremonyMinutes],
    );
  });
  return challenge;
}

/** Whether the challenge was put for this and waits still. It is used up by asking, whatever the answer to it is worth. */
export async function takeChallenge(
  database: Owner,
  asked: Asked,
  { challenge, now }: { readonly challenge: Buffer; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await database.owner((client) =>
    client.query(
      `delete from passkey_challenge where challenge = $1::bytea and user_id = $2::bigint and purpose = $3::text
         and ticket_id is not distinct from $4::bigint and expires_at > $5::timestamptz`,
      [challenge, asked.userId, asked.purpose, ticketIdOf(asked), now.toISOString()],
    ),
  );
  return rowCount === 1;
}

export interface OwnKey extends KnownKey {
  readonly id: number;
}

export async function keysOf(database: Owner, userId: number): Promise<readonly OwnKey[]> {
  const { rows } = await database.owner(
    (client) =>
      client.query<OwnKey>(
        `select id, credential_id, public_key, transports from passkey where user_id = $1::bigint order by id`,
        [userId],
      ),
    { readOnly: true },
  );
  return rows;
}

export interface ListedKey {
  readonly id: number;
  readonly name: string;
  readonly created_at: string;
  readonly used_at: string | null;
  readonly [column: string]: unknown;
}

export async function listKeys(database: Owner, userId: number): Promise<readonly ListedKey[]> {
  const { rows } = await database.owner(
    (client) =>
      client.query<ListedKey>(
        `select id, name, ${momentText('created_at')} as created_at, ${momentText('used_at')} as used_at
       from passkey where user_id = $1::bigint order by id`,
        [userId],
      ),
    { readOnly: true },
  );
  return rows;
}

/**
 * What a right answer does: it is taken where its counter went on, or where the passkey does not count. False for one
 * that went back, which a copy of the passkey may have sent.
 */
export async function countUse(
  client: DatabaseClient,
  keyId: number,
  { counter, now }: { readonly counter: number; readonly now: Date },
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update passkey set counter = $2::bigint, used_at = $3::timestamptz
     where id = $1::bigint and ($2::bigint > counter or (counter = 0 and $2::bigint = 0))`,
    [keyId, counter, now.toISOString()],
  );
  return rowCount === 1;
}

/** Passkeys that one person may have. */
export const mostKeys = 20;

/** The recovery codes that came with it, where it is the first factor; a word where it could not be added. */
export function addKey(
  database: Owner,
  userId: number,
  { key, name, now }: { readonly key: NewKey; readonly name: string; readonly now: Date },
): Promise<readonly string[] | 'known' | 'too-many'> {
  return database.owner(async (client) => {
    // One at a time, so that two first ones make one set of codes.
    await lockFactors(client, userId);
    const { rows } = await client.query<{ has: number }>(
      'select count(*)::integer as has from passkey where user_id = $1::bigint',
      [userId],
    );
    if ((rows[0]?.has ?? 0) >= mostKeys) return 'too-many';
    const before = await isOn(client, userId);
    const { rowCount } = await client.query(
      `insert into passkey (user_id, credential_id, public_key, counter, transports, name, created_at)
       values ($1::bigint, $2::bytea, $3::bytea, $4::bigint, $5::text[], $6::text, $7::timestamptz)
       on conflict (credential_id) do nothing`,
      [userId, key.credentialId, key.publicKey, key.counter, key.transports, name, now.toISOString()],
    );
    if (rowCount === 0) return 'known';
    await tellActivity(client, userId);
    if (before) return [];
    // A secret that was begun before, by whoever sat at this page then, is no way past the passkey.
    await client.query('delete from user_factor where user_id = $1::bigint', [userId]);
    return makeCodes(client, userId);
  });
}

/** False where the user has no such passkey. */
export async function nameKey(database: Owner, userId: number, id: number, name: string): Promise<boolean> {
  const { rowCount } = await database.owner((client) =>
    client.query('update passkey set name = $3::text where user_id = $1::bigint and id = $2::bigint', [
      userId,
      id,
      name,
    ]),
  );
  return rowCount === 1;
}

/** `last`: it is the only factor of somebody who must have one, and stays. */
export function removeKey(database: Owner, userId: number, id: number): Promise<boolean | 'last'> {
  return takeAway(database, userId, async (client) => {
    const { rowCount } = await client.query(
      'delete from passkey where user_id = $1::bigint and id = $2::bigint',
      [userId, id],
    );
    return rowCount === 1;
  });
}
