import { describe, expect, it } from 'vitest';
import { hashPassword, randomPassword, verifyPassword } from '#server/database/passwords.ts';

describe('passwords', () => {
  it('verify against their own hash only', async () => {
    const stored = await hashPassword('correct horse');
    expect(await verifyPassword('correct horse', stored)).toBe(true);
    expect(await verifyPassword('correct horsf', stored)).toBe(false);
    expect(await verifyPassword('', stored)).toBe(false);
  });

  it('never repeat a hash', async () => {
    expect(await hashPassword('same')).not.toBe(await hashPassword('same'));
  });

  it('are the same typed as composed or as decomposed letters', async () => {
    expect(await verifyPassword('cafe\u0301 noir', await hashPassword('caf\u00e9 noir'))).toBe(true);
  });

  it('are refused for an unknown user and for a hash that nobody can read', async () => {
    expect(await verifyPassword('anything', null)).toBe(false);
    expect(await verifyPassword('anything', 'scrypt:broken')).toBe(false);
  });

  it('longer than 200 characters are refused, not cut', async () => {
    await expect(hashPassword('x'.repeat(201))).rejects.toThrow('1 to 200');
    expect(await verifyPassword('x'.repeat(201), await hashPassword('x'.repeat(200)))).toBe(false);
  });

  it('made for people have sixteen letters and no two alike', () => {
    const made = new Set(Array.from({ length: 50 }, randomPassword));
    expect(made.size).toBe(50);
    for (const password of made) expect(password).toMatch(/^([a-zA-Z2-9]{4}-){3}[a-zA-Z2-9]{4}$/);
  });
});
