// What a browser is given with a good sign-in, so that the tries of others do not shut it out. It authenticates nothing:
// whoever has it still needs the password, and has tries of their own.
import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';

/** A browser that somebody signed in with before. */
export interface Device {
  readonly id: string;
  /** Hashes of the user names that signed in with it, the latest first. */
  readonly names: readonly string[];
}

export interface Devices {
  /** The device that a `Cookie` header tells; null for none and for one that was made up or is too old. */
  readonly read: (header: string | undefined, now: Date) => Device | null;
  readonly knows: (device: Device | null, username: string) => device is Device;
  /** The `Set-Cookie` header after somebody has signed in. */
  readonly cookie: (device: Device | null, username: string, how: CookiePlace) => string;
}

interface CookiePlace {
  /** Only requests below it carry the cookie. */
  readonly path: string;
  readonly secure: boolean;
  readonly now: Date;
}

const cookieName = 'cadastre_device';
/** Days since the last sign-in. */
const keptDays = 180;
/** People who share a browser. */
const mostNames = 8;

const nameOf = (username: string): string =>
  createHash('sha256').update(username.trim().toLowerCase(), 'utf8').digest('base64url').slice(0, 16);

export function createDevices(secret: Buffer): Devices {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'cadastre device', 32));
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url');
  return {
    read: (header, now) => {
      const value = new RegExp(`(?:^|;\\s*)${cookieName}=([\\w.-]{1,600})(?:;|$)`).exec(header ?? '')?.[1];
      const [id = '', at = '', names = '', seal = ''] = value?.split('.') ?? [];
      const [given, right] = [Buffer.from(seal), Buffer.from(sign(`${id}.${at}.${names}`))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      const age = now.getTime() / 1000 - Number.parseInt(at, 36);
      // A clock that was set back by hours makes nobody a stranger.
      if (!(age > -86_400 && age < keptDays * 86_400)) return null;
      return { id, names: names.match(/.{16}/g) ?? [] };
    },
    knows: (device, username): device is Device => device?.names.includes(nameOf(username)) ?? false,
    cookie: (device, username, { path, secure, now }) => {
      const id = device?.id ?? randomBytes(12).toString('base64url');
      const name = nameOf(username);
      const names = [name, ...(device?.names ?? []).filter((one) => one !== name)].slice(0, mostNames);
      const at = Math.floor(now.getTime() / 1000).toString(36);
      const text = `${id}.${at}.${names.join('')}`;
      return [
        `${cookieName}=${text}.${sign(text)}`,
        `Path=${path}`,
        `Max-Age=${keptDays * 86_400}`,
        'HttpOnly',
        'SameSite=Strict',
        ...(secure ? ['Secure'] : []),
      ].join('; ');
    },
  };
}
