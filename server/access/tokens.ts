import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSigner, createVerifier } from 'fast-jwt';

import { unwritable } from './data-folder.ts';

const issuer = 'cadastre';
const audience = 'cadastre-api';
const shortest = 32;

/** What a token says: whose it is and which session; rights are read per request. */
export interface TokenClaims {
  readonly userId: number;
  readonly sessionId: string;
}

export interface Tokens {
  readonly sign: (claims: TokenClaims, now: Date) => string;
  /** Null for anything that is not a valid token of ours at this moment. */
  readonly verify: (token: string, now: Date) => TokenClaims | null;
}

export class SecretError extends Error {}

/** The two secrets of a data folder, and what it costs to make a new one. */
const secrets = {
  secret: { of: 'signing secret', cost: 'everybody signs in again' },
  'sealing-key': {
    of: 'sealing key',
    cost: 'second factors of before are unreadable: their owners sign in with a recovery code, or have them reset',
  },
} as const;

/** Reads a secret, or makes it at the first start, readable by its owner alone. */
export function loadSecret(dataDir: string, name: keyof typeof secrets = 'secret'): Buffer {
  const file = join(dataDir, name);
  const { of, cost } = secrets[name];
  if (!existsSync(file)) {
    try {
      mkdirSync(dataDir, { recursive: true });
      writeFileSync(file, randomBytes(48).toString('base64'), { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Another process on the same folder was quicker.
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST'))
        throw new SecretError(`There is no ${of} yet. ${unwritable(dataDir, error)}`);
    }
  }
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  const secret = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (secret.length < shortest)
    throw new SecretError(
      `The ${of} in ${file} has ${secret.length} bytes, ${shortest} are needed. Delete the file; the next start makes a new one and ${cost}.`,
    );
  if (new Set(secret).size < 8) throw new SecretError(`The ${of} in ${file} is not random. Delete the file.`);
  return secret;
}

export function createTokens(secret: Buffer, capHours: number): Tokens {
  return {
    sign: ({ userId, sessionId }, now) => {
      const iat = Math.floor(now.getTime() / 1000);
      const signer = createSigner({ key: secret, algorithm: 'HS256' });
      return signer({
        iat,
        exp: iat + capHours * 3600,
        sub: String(userId),
        sid: sessionId,
        iss: issuer,
        aud: audience,
      });
    },
    verify: (token, now) => {
      const verifier = createVerifier({
        key: secret,
        algorithms: ['HS256'],
        allowedIss: issuer,
        allowedAud: audience,
        requiredClaims: ['exp', 'iat', 'sub', 'sid', 'iss', 'aud'],
        clockTimestamp: now.getTime(),
        cache: false,
      });
      try {
        const claims: unknown = verifier(token);
        if (typeof claims !== 'object' || claims === null) return null;
        const sub: unknown = Reflect.get(claims, 'sub');
        const sid: unknown = Reflect.get(claims, 'sid');
        if (typeof sub !== 'string' || typeof sid !== 'string') return null;
        if (!/^[1-9]\d{0,15}$/.test(sub) || !/^[0-9a-f-]{36}$/.test(sid)) return null;
        return { userId: Number(sub), sessionId: sid };
      } catch {
        return null;
      }
    },
  };
}
