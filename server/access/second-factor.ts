// The second factor of a user: set up, proved by a first code, asked for at sign-in, taken away.
import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseClient } from '../database/client.ts';
import type { Database } from '../database/open-database.ts';
import type { Sealing } from './sealing.ts';
import { base32, matchingStep } from './totp.ts';

type Owner = Pick<Database, 'owner'>;

export interface FactorState {
  /** A code is asked for at sign-in. */
  readonly on: boolean;
  readonly since: string | null;
  /** Recovery codes that were not used yet. */
  readonly codes_left: number;
  /** The company, or an administrator for this user, demands one. */
  readonly required: boolean;
  readonly [column: string]: unknown;
}

const recoveryCodes = 10;
const secretBytes = 20;

/** Four groups of four, 80 random bits: `ABCD-EFGH-IJKL-MNOP`. */
function makeRecoveryCode(): string {
  return base32(randomBytes(10)).match(/.{4}/g)?.join('-') ?? '';
}

const codeHash = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z2-7]/g, ''))
    .digest();

export async function factorState(database: Owner, userId: number): Promise<FactorState> {
  const { rows } = await database.owner((client) =>
    client.query<FactorState>(
      `select f.confirmed_at is not null as on, f.confirmed_at as since, factor_demanded(u.id) as required,
         (select count(*)::integer from recovery_code c
           where c.user_id = u.id and c.used_at is null and f.confirmed_at is not null) as codes_left
       from app_user u left join user_factor f on f.user_id = u.id where u.id = $1::bigint`,
      [userId],
    ),
  );
  return rows[0] ?? { on: false, since: null, codes_left: 0, required: false };
}

export interface BegunFactor {
  readonly secret: Buffer;
  readonly codes: readonly string[];
}

/** A new secret and new recovery codes, which count once a first code has proved them. Null where a factor is on. */
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
    return rowCount === 0 ? null : { secret, codes: await makeCodes(client, userId) };
  });
}

/** Ten new recovery codes in place of all from before. */
async function makeCodes(client: DatabaseClient, userId: number): Promise<readonly string[]> {
  const codes = Array.from({ length: recoveryCodes }, makeRecoveryCode);
  await client.query('delete from recovery_code where user_id = $1::bigint', [userId]);
  await client.query(
    'insert into recovery_code (user_id, code_hash) select $1::bigint, c from unnest($2::bytea[]) as c',
    [userId, codes.map(codeHash)],
  );
  return codes;
}

export function renewCodes(database: Owner, userId: number): Promise<readonly string[]> {
  return database.owner((client) => makeCodes(client, userId));
}

interface FactorRow {
  readonly sealed: Buffer;
  readonly confirmed: boolean;
  readonly last_step: number;
  readonly [column: string]: unknown;
}

/** What a code proved to be: the first one of a phone turns the factor on. */
export type ProvedBy = 'code' | 'first-code' | 'recovery-code';

/**
 * Takes a code, once: of two at the same time one is taken. Null for a wrong one, one that was taken before and one
 * of another period.
 */
export async function takeCode(
  client: DatabaseClient,
  sealing: Sealing,
  { userId, code, now }: { readonly userId: number; readonly code: string; readonly now: Date },
): Promise<ProvedBy | null> {
  const { rows } = await client.query<FactorRow>(
    `select sealed, confirmed_at is not null as confirmed, last_step from user_factor
     where user_id = $1::bigint for update`,
    [userId],
  );
  const [row] = rows;
  if (!row) return null;
  const typed = code.replace(/[\s-]/g, '');
  if (typed.length > 6) return row.confirmed ? takeRecoveryCode(client, userId, typed, now) : null;
  const secret = sealing.open(row.sealed, String(userId));
  const step = secret && matchingStep(secret, typed, now, row.last_step);
  if (step === null) return null;
  await client.query(
    `update user_factor set last_step = $2::bigint, confirmed_at = coalesce(confirmed_at, $3::timestamptz)
     where user_id = $1::bigint`,
    [userId, step, now.toISOString()],
  );
  if (row.confirmed) return 'code';
  await tellActivity(client, userId, now);
  return 'first-code';
}

async function takeRecoveryCode(
  client: DatabaseClient,
  userId: number,
  code: string,
  now: Date,
): Promise<'recovery-code' | null> {
  const { rowCount } = await client.query(
    `update recovery_code set used_at = $3::timestamptz
     where user_id = $1::bigint and code_hash = $2::bytea and used_at is null`,
    [userId, codeHash(code), now.toISOString()],
  );
  return rowCount === 1 ? 'recovery-code' : null;
}

/** Takes the factor away, and whatever waits for it. False where there was none. */
export async function removeFactor(client: DatabaseClient, userId: number): Promise<boolean> {
  const { rowCount } = await client.query('delete from user_factor where user_id = $1::bigint', [userId]);
  await client.query('delete from sign_in_ticket where user_id = $1::bigint', [userId]);
  await tellActivity(client, userId, null);
  return rowCount === 1;
}

/** What administrators see of it stands with what signing in leaves behind. */
async function tellActivity(client: DatabaseClient, userId: number, since: Date | null): Promise<void> {
  await client.query(
    `insert into user_activity (user_id, factor_since) values ($1::bigint, $2::timestamptz)
     on conflict (user_id) do update set factor_since = excluded.factor_since`,
    [userId, since?.toISOString() ?? null],
  );
}

export function proveCode(
  database: Owner,
  sealing: Sealing,
  tried: { readonly userId: number; readonly code: string; readonly now: Date },
): Promise<ProvedBy | null> {
  return database.owner((client) => takeCode(client, sealing, tried));
}

export function dropFactor(database: Owner, userId: number): Promise<boolean> {
  return database.owner((client) => removeFactor(client, userId));
}
