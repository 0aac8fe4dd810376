import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps secrets in the database that a backup of it does not tell. */
export interface Sealing {
  /** `of` is what the secret belongs to; sealed for one user it opens for no other. */
  readonly seal: (secret: Buffer, of: string) => Buffer;
  /** Null for what was sealed with another key or for something else. */
  readonly open: (sealed: Buffer, of: string) => Buffer | null;
}

export function createSealing(secret: Buffer): Sealing {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'cadastre second factor', 32));
  return {
    seal: (plain, of) => {
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(of));
      const text = Buffer.concat([cipher.update(plain), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), text]);
    },
    open: (sealed, of) => {
      if (sealed.length < 28) return null;
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
      decipher.setAAD(Buffer.from(of)).setAuthTag(sealed.subarray(12, 28));
      try {
        return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
      } catch {
        return null;
      }
    },
  };
}
