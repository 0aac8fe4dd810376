// Codes for the day without the phone and without the passkey.
import { createHash, randomBytes } from 'node:crypto';
import type { DatabaseClient } from '../database/client.ts';
import type { Database } from '../database/open-database.ts';
import { base32 } from './totp.ts';

const recoveryCodes = 10;

/** Four groups of four, 80 random bits: `ABCD-EFGH-IJKL-MNOP`. */
function makeRecoveryCode(): string {
  return base32(randomBytes(10)).match(/.{4}/g)?.join('-') ?? '';
}

const codeHash = (code: string): Buffer =>
  createHash('sha256')
    .update(code.toUpperCase().replace(/[^A-Z2-7]/g, ''))
    .digest();

/** Ten new recovery codes in place of all from before. */
export async function makeCodes(client: DatabaseClient, userId: number): Promise<readonly string[]> {
  const codes = Array.from({ length: recoveryCodes }, makeRecoveryCode);
  await client.query('delete from recovery_code where user_id = $1::bigint', [userId]);
  await client.query(
    'insert into recovery_code (user_id, code_hash) select $1::bigint, c from unnest($2::bytea[]) as c',
    [userId, codes.map(codeHash)],
  );
  return codes;
}

export function renewCodes(database: Pick<Database, 'owner'>, userId: number): Promise<readonly string[]> {
  return database.owner((client) => makeCodes(client, userId));
}

/** Takes a recovery code, once, of somebody whose factor is on. */
export async function takeRecoveryCode(
  client: DatabaseClient,
  { userId, code, now }: { readonly userId: number; readonly code: string; readonly now: Date },
): Promise<'recovery-code' | null> {
  const { rowCount } = await client.query(
    `update recovery_code set used_at = $3::timestamptz
     where user_id = $1::bigint and code_hash = $2::bytea and used_at is null and factor_since(user_id) is not null`,
    [userId, codeHash(code), now.toISOString()],
  );
  return rowCount === 1 ? 'recovery-code' : null;
}
