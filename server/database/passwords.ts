import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';

// scrypt:N:r:p:salt:key. The cost travels with the hash, so it can be raised without locking anybody out.
const cost = { N: 16_384, r: 8, p: 1 } as const;
const keyLength = 32;
const longestPassword = 200;

const derive = (password: string, salt: Buffer, length: number, options: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFKC'), salt, length, options, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });

export async function hashPassword(password: string): Promise<string> {
  if (password === '' || password.length > longestPassword)
    throw new RangeError(`A password has 1 to ${longestPassword} characters, not ${password.length}.`);
  const salt = randomBytes(16);
  const key = await derive(password, salt, keyLength, cost);
  return `scrypt:${cost.N}:${cost.r}:${cost.p}:${salt.toString('base64')}:${key.toString('base64')}`;
}

// What an unknown user's password is compared with, so that the answer takes as long as a known user's.
let nobody: Promise<string> | undefined;

/** False for an unknown user (null), an unreadable hash or a wrong password, each at the same cost. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  nobody ??= hashPassword(randomBytes(18).toString('base64'));
  const parts = partsOf(stored) ?? partsOf(await nobody);
  if (parts === null) return false;
  const usable = password !== '' && password.length <= longestPassword;
  const key = await derive(usable ? password : 'x', parts.salt, parts.key.length, parts.options);
  return timingSafeEqual(key, parts.key) && usable && partsOf(stored) !== null;
}

function partsOf(stored: string | null) {
  const match = /^scrypt:(\d+):(\d+):(\d+):([A-Za-z0-9+/=]+):([A-Za-z0-9+/=]+)$/.exec(stored ?? '');
  if (!match) return null;
  const [, N, r, p, salt, key] = match;
  const bytes = Buffer.from(key ?? '', 'base64');
  if (bytes.length < 16) return null;
  const options = { N: Number(N), r: Number(r), p: Number(p), maxmem: 256 * 1024 * 1024 };
  return { options, salt: Buffer.from(salt ?? '', 'base64'), key: bytes };
}

// Without the letters and digits that look alike.
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** For a person to type from a screen: four groups of four. */
export function randomPassword(): string {
  const letters: string[] = [];
  while (letters.length < 16) {
    for (const byte of randomBytes(32))
      if (byte < 256 - (256 % alphabet.length) && letters.length < 16)
        letters.push(alphabet.charAt(byte % alphabet.length));
  }
  return [0, 4, 8, 12].map((at) => letters.slice(at, at + 4).join('')).join('-');
}
