// The second factor of a user: set up, proved by a first code, asked for at sign-in, taken away.
import { randomBytes } from 'node:crypto';
import type { DatabaseClient } from '../database/client.ts';
import { momentText } from '../database/json-page.ts';
import type { Database } from '../database/open-database.ts';
import { isOn, takeAway, tellActivity } from './own-factors.ts';
import { makeCodes, takeRecoveryCode } from './recovery-codes.ts';
import type { Sealing } from './sealing.ts';
import { matchingStep } from './totp.ts';

type Owner = Pick<Database, 'owner'>;

export interface FactorState {
  /** A code or a passkey is asked for at sign-in. */
  readonly on: boolean;
  readonly since: string | null;
  /** An app on a phone tells codes. */
  readonly code: boolean;
  /** How many passkeys there are. */
  readonly passkeys: number;
  /** Recovery codes that were not used yet. */
  readonly codes_left: number;
  /** The company, or an administrator for this user, demands one. */
  readonly required: boolean;
  readonly [column: string]: unknown;
}

const secretBytes = 20;

const none: FactorState = {
  on: false,
  since: null,
  code: false,
  passkeys: 0,
  codes_left: 0,
  required: false,
};

export async function factorState(database: Owner, userId: number): Promise<FactorState> {
  const { rows } = await database.owner(
    (client) =>
      client.query<FactorState>(
        `select s.since is not null as on, ${momentText('s.since')} as since, factor_demanded(u.id) as required,
         exists (select from user_factor f where f.user_id = u.id and f.confirmed_at is not null) as code,
         (select count(*)::integer from passkey p where p.user_id = u.id) as passkeys,
         (select count(*)::integer from recovery_code c
           where c.user_id = u.id and c.used_at is null and s.since is not null) as codes_left
       from app_user u cross join lateral (select factor_since(u.id) as since) s where u.id = $1::bigint`,
        [userId],
      ),
    { readOnly: true },
  );
  return rows[0] ?? none;
}

export interface BegunFactor {
  readonly secret: Buffer;
  readonly codes: readonly string[];
}

/**
 * A new secret and new recovery codes, which count once a first code has proved them; who has passkeys keeps the codes
 * that they have. Null where an app tells codes already.
 */
export async function beginFactor(
  database: Owner,
  sealing: Sealing,
  userId: number,
  now: Date,
): Promise<BegunFactor | null> {
  const secret = randomBytes(secretBytes);
  return database.owner(async (client) => {
    const { rowCount } = await client.query(
      `insert into user_factor as f (user_id, sealed, created_at) values ($1::bigint, $2::bytea, $3::timestamptz)
       on conflict (user_id) do update set sealed = excluded.sealed, created_at = excluded.created_at, last_step = 0
       where f.confirmed_at is null`,
      [userId, sealing.seal(secret, String(userId)), now.toISOString()],
    );
    if (rowCount === 0) return null;
    return { secret, codes: (await isOn(client, userId)) ? [] : await makeCodes(client, userId) };
  });
}

interface FactorRow {
  readonly sealed: Buffer;
  readonly confirmed: boolean;
  readonly last_step: number;
  readonly [column: string]: unknown;
}

/** What proved somebody to be who they are: the first code of a phone turns the factor on. */
export type ProvedBy = 'code' | 'first-code' | 'recovery-code' | 'passkey';

interface TypedCode {
  readonly userId: number;
  readonly code: string;
  readonly now: Date;
}

/** Takes a code of the app or a recovery code, once; null for a wrong one and one that was taken before. */
export function takeCode(
  client: DatabaseClient,
  sealing: Sealing,
  { userId, code, now }: TypedCode,
): Promise<ProvedBy | null> {
  const typed = code.replace(/[\s-]/g, '');
  if (typed.length > 6) return takeRecoveryCode(client, { userId, code: typed, now });
  return takeAppCode(client, sealing, { userId, code: typed, now });
}

/**
 * Takes a code of the app, once: of two at the same time one is taken. Null for a wrong one, one that was taken before
 * and one of another period.
 */
export async function takeAppCode(
  client: DatabaseClient,
  sealing: Sealing,
  { userId, code, now }: TypedCode,
): Promise<'code' | 'first-code' | null> {
  const { rows } = await client.query<FactorRow>(
    `select sealed, confirmed_at is not null as confirmed, last_step from user_factor
     where user_id = $1::bigint for update`,
    [userId],
  );
  const [row] = rows;
  if (!row) return null;
  const secret = sealing.open(row.sealed, String(userId));
  const step = secret && matchingStep(secret, code, now, row.last_step);
  if (step === null) return null;
  await client.query(
    `update user_factor set last_step = $2::bigint, confirmed_at = coalesce(confirmed_at, $3::timestamptz)
     where user_id = $1::bigint`,
    [userId, step, now.toISOString()],
  );
  if (row.confirmed) return 'code';
  await tellActivity(client, userId);
  return 'first-code';
}

/** Takes a code of the app where nothing but the proof follows. */
export function proveAppCode(
  database: Owner,
  sealing: Sealing,
  { userId, code, now }: TypedCode,
): Promise<'code' | 'first-code' | null> {
  const typed = code.replace(/[\s-]/g, '');
  return database.owner((client) => takeAppCode(client, sealing, { userId, code: typed, now }));
}

/** Takes every factor away, and whatever waits for it. False where there was none. */
export async function removeFactor(client: DatabaseClient, userId: number): Promise<boolean> {
  const { rows } = await client.query<{ had: boolean }>(
    `with app as (delete from user_factor where user_id = $1::bigint returning user_id),
       keys as (delete from passkey where user_id = $1::bigint returning user_id),
       codes as (delete from recovery_code where user_id = $1::bigint),
       challenges as (delete from passkey_challenge where user_id = $1::bigint),
       tickets as (delete from sign_in_ticket where user_id = $1::bigint)
     select exists (select from app) or exists (select from keys) as had`,
    [userId],
  );
  const had = rows[0]?.had ?? false;
  await tellActivity(client, userId);
  return had;
}

export function dropFactor(database: Owner, userId: number): Promise<boolean> {
  return database.owner((client) => removeFactor(client, userId));
}

/** Takes the codes of the app away; passkeys stay, and the recovery codes with them. `last`: nothing went. */
export function dropCode(database: Owner, userId: number): Promise<true | 'last'> {
  return takeAway<true>(database, userId, async (client) => {
    await client.query('delete from user_factor where user_id = $1::bigint', [userId]);
    return true;
  });
}
