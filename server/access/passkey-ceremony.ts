// What browsers are asked about passkeys, and whether their answers are right: WebAuthn, by its library.
import {
  type AuthenticationResponseJSON,
  type AuthenticatorTransportFuture,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { decodeAttestationObject, decodeClientDataJSON, isoBase64URL } from '@simplewebauthn/server/helpers';
import type { RelyingParty } from './relying-party.ts';

/** Minutes in which a browser answers; its own window closes with them. */
export const ceremonyMinutes = 5;
const timeout = ceremonyMinutes * 60_000;

/** A passkey as it is kept. */
export interface KnownKey {
  readonly credential_id: Buffer;
  readonly public_key: Buffer;
  readonly transports: readonly string[];
  readonly [column: string]: unknown;
}

/** What a browser answers; only what is read here is typed, the library looks at the rest. */
export interface Answer {
  readonly id: string;
  readonly response: { readonly clientDataJSON: string };
}

export interface NewKey {
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** EdDSA, ES256 and RS256, which all authenticators of today have one of. */
const algorithms = [-8, -7, -257];

const knownTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

const isTransport = (text: string): text is AuthenticatorTransportFuture => knownTransports.includes(text);

function described(keys: readonly KnownKey[]) {
  return keys.map(({ credential_id, transports }) => ({
    id: credential_id.toString('base64url'),
    transports: transports.filter(isTransport),
  }));
}

/** Plain bytes: what the library types as such is not a Buffer. */
const bytes = (buffer: Buffer): Uint8Array<ArrayBuffer> => Uint8Array.from(buffer);

export function creationOptions(
  party: RelyingParty,
  user: { readonly id: number; readonly username: string; readonly full_name: string },
  { challenge, has }: { readonly challenge: Buffer; readonly has: readonly KnownKey[] },
) {
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userID: bytes(Buffer.from(`user ${user.id}`)),
    userName: user.username,
    userDisplayName: user.full_name,
    challenge: bytes(challenge),
    timeout,
    attestationType: 'none',
    excludeCredentials: described(has),
    supportedAlgorithmIDs: algorithms,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  });
}

export function requestOptions(
  party: RelyingParty,
  { challenge, has }: { readonly challenge: Buffer; readonly has: readonly KnownKey[] },
) {
  return generateAuthenticationOptions({
    rpID: party.id,
    challenge: bytes(challenge),
    timeout,
    allowCredentials: described(has),
    userVerification: 'required',
  });
}

/** What a browser says that it answers to; null for what no browser says. */
export function challengeOf({ response }: Answer): Buffer | null {
  try {
    return Buffer.from(decodeClientDataJSON(response.clientDataJSON).challenge, 'base64url');
  } catch {
    return null;
  }
}

const expected = (party: RelyingParty, challenge: Buffer) => ({
  expectedChallenge: challenge.toString('base64url'),
  expectedOrigin: party.origin,
  expectedRPID: party.id,
  requireUserVerification: true,
});

/** Certificates of makers are not asked for; the library would fetch what they name from wherever they say. */
function namesMaker(attestation: string): boolean {
  const decoded = decodeAttestationObject(isoBase64URL.toBuffer(attestation));
  const fmt = decoded.get('fmt');
  return fmt !== 'none' && (fmt !== 'packed' || decoded.get('attStmt').get('x5c') !== undefined);
}

/** The new key of a right answer to the challenge; null for any other one. */
export async function newKey(party: RelyingParty, answer: Answer, challenge: Buffer): Promise<NewKey | null> {
  const response = answer as unknown as RegistrationResponseJSON;
  try {
    if (namesMaker(response.response.attestationObject)) return null;
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      supportedAlgorithmIDs: algorithms,
      ...expected(party, challenge),
    });
    if (!registrationInfo) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return {
      credentialId: Buffer.from(id, 'base64url'),
      publicKey: Buffer.from(publicKey),
      counter,
      transports: [...new Set(transports.filter(isTransport))],
    };
  } catch {
    // The library throws on whatever is not as it must be.
    return null;
  }
}

/**
 * The counter that a right answer of this key tells; null for any other one. Whether the counter may be so is decided
 * where it is kept, so that of two answers with the same one the second is refused.
 */
export async function assertedCounter(
  party: RelyingParty,
  answer: Answer,
  { key, challenge }: { readonly key: KnownKey; readonly challenge: Buffer },
): Promise<number | null> {
  const id = key.credential_id.toString('base64url');
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      credential: { id, publicKey: bytes(key.public_key), counter: 0 },
      ...expected(party, challenge),
    });
    return verified && answer.id === id ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
