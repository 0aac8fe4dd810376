// Codes of a phone: RFC 6238 with SHA-1, six digits, thirty seconds, which every app takes.
import { createHmac, timingSafeEqual } from 'node:crypto';

const period = 30;
const digits = 6;
/** Steps before and after the present one whose code is taken: clocks of phones differ. */
const window = 1;

export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / 1000 / period);
}

/** RFC 4226: twelve bits of the digest choose where the number is taken from. */
export function codeOf(secret: Buffer, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const digest = createHmac('sha1', secret).update(counter).digest();
  const at = (digest[digest.length - 1] ?? 0) & 15;
  return String((digest.readUInt32BE(at) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

/** The step whose code this is, near `now` and later than `after`; null for a wrong code and for one that was taken. */
export function matchingStep(secret: Buffer, code: string, now: Date, after: number): number | null {
  if (!/^\d{6}$/.test(code)) return null;
  const present = stepAt(now);
  let found: number | null = null;
  for (let step = present - window; step <= present + window; step++)
    if (timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code)) && step > after) found ??= step;
  return found;
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** RFC 4648, without the padding. */
export function base32(bytes: Buffer): string {
  let [bits, held] = [0, 0];
  let text = '';
  for (const byte of bytes) {
    held = ((held << 8) | byte) & 0xffff;
    bits += 8;
    for (; bits >= 5; bits -= 5) text += alphabet.charAt((held >> (bits - 5)) & 31);
  }
  return bits > 0 ? text + alphabet.charAt((held << (5 - bits)) & 31) : text;
}

/** What an app reads from a QR code. */
export function otpauthUrl(secret: Buffer, issuer: string, username: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(username)}`;
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=${encodeURIComponent(issuer)}`;
}
