import { describe, expect, it } from 'vitest';
import { base32, codeOf, matchingStep, otpauthUrl, stepAt } from './totp.ts';

// RFC 6238, appendix B: the last six of eight digits, with SHA-1.
const secret = Buffer.from('12345678901234567890');

describe('a code of a phone', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at second %d of the standard is %s', (seconds, code) => {
    expect(codeOf(secret, stepAt(new Date(seconds * 1000)))).toBe(code);
  });

  it('is taken one step early or late, and no further', () => {
    const now = new Date(1_700_000_000_000);
    const present = stepAt(now);
    const taken = [-2, -1, 0, 1, 2].map((off) => matchingStep(secret, codeOf(secret, present + off), now, 0));
    expect(taken).toEqual([null, present - 1, present, present + 1, null]);
  });

  it('is not taken again, nor one from before it', () => {
    const now = new Date(1_700_000_000_000);
    const present = stepAt(now);
    expect(matchingStep(secret, codeOf(secret, present), now, present)).toBeNull();
    expect(matchingStep(secret, codeOf(secret, present - 1), now, present)).toBeNull();
    expect(matchingStep(secret, codeOf(secret, present + 1), now, present)).toBe(present + 1);
  });

  it.each(['', '12345', '1234567', 'abcdef', '١٢٣٤٥٦'])('is six digits, not "%s"', (code) => {
    expect(matchingStep(secret, code, new Date(), 0)).toBeNull();
  });

  it('is shared as the standard writes it', () => {
    // RFC 4648, section 10.
    expect(
      ['', 'f', 'fo', 'foo', 'foob', 'fooba', 'foobar'].map((text) => base32(Buffer.from(text))),
    ).toEqual(['', 'MY', 'MZXQ', 'MZXW6', 'MZXW6YQ', 'MZXW6YTB', 'MZXW6YTBOI']);
    expect(otpauthUrl(secret, 'Cad & Co', 'a@b.example')).toBe(
      'otpauth://totp/Cad%20%26%20Co:a%40b.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Cad%20%26%20Co',
    );
  });
});
