import { describe, expect, it } from 'vitest';
import { passkeysUnavailable, relyingParty } from './relying-party.ts';

const party = (publicUrl: string | null) => relyingParty({ product: 'Cadastre', publicUrl });

describe('passkeys', () => {
  it.each([
    ['https://office.example.org', 'office.example.org', 'https://office.example.org'],
    ['https://office.example.org:8443/cadastre', 'office.example.org', 'https://office.example.org:8443'],
    ['http://localhost:4400', 'localhost', 'http://localhost:4400'],
  ])('belong to the host of %s', (url, id, origin) => {
    expect(party(url)).toEqual({ id, origin, name: 'Cadastre' });
    expect(passkeysUnavailable({ publicUrl: url })).toBeNull();
  });

  it.each([
    [null, 'none is set up (PUBLIC_URL)'],
    ['http://office.example.org', 'reached by http'],
    ['http://192.168.4.20:4400', 'reached by http'],
    ['https://192.168.4.20', 'reached by a number'],
    ['https://[2001:db8::1]', 'reached by a number'],
  ])('cannot be had at %s, and the sentence says why', (url, why) => {
    expect(party(url)).toBeNull();
    expect(passkeysUnavailable({ publicUrl: url })).toContain(why);
  });
});
