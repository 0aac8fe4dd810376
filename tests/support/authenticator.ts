// An authenticator in software: WebAuthn Level 3, section 6, with real keys and signatures.
import {
  createHash,
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();

/** CBOR (RFC 8949) of what an authenticator writes: whole numbers, bytes, texts, lists and maps. */
type Cbor = number | Buffer | string | readonly Cbor[] | ReadonlyMap<number | string, Cbor>;

function head(kind: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(kind << 5) | length]);
  if (length < 256) return Buffer.from([(kind << 5) | 24, length]);
  return Buffer.from([(kind << 5) | 25, length >> 8, length & 255]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string')
    return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  const entries = [...(value as ReadonlyMap<number | string, Cbor>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([k, v]) => [cbor(k), cbor(v)])]);
}

/** A maker of security keys that exists in tests alone. */
const maker = {
  key: createPrivateKey({
    key: Buffer.from(
      'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg24EB3MLZsynWbTOCFvOYf7NqNZno6AOztIJam180yG' +
        'ChRANCAARxogcz3jsbmtA+ckzbn3byXSs9rLLF3h1Znca4fHaRKXYYy/V7LzClJ5M2eR2xTfhXKjShbeipFoNuKzLe' +
        'MHSK',
      'base64',
    ),
    format: 'der',
    type: 'pkcs8',
  }),
  certificate: Buffer.from(
    'MIIBiDCCAS2gAwIBAgIUNnIWjfWs5jzg/g+6ZCtA8iB/OPAwCgYIKoZIzj0EAwIwGDEWMBQGA1UEAwwNTWFrZXIgb2' +
      'Yga2V5czAgFw0yNjExMjMwMjM5MDdaGA8yMTI2MTAzMDAyMzkwN1owGDEWMBQGA1UEAwwNTWFrZXIgb2Yga2V5czBZ' +
      'MBMGByqGSM49AgEGCCqGSM49AwEHA0IABHGiBzPeOxua0D5yTNufdvJdKz2sssXeHVmdxrh8dpEpdhjL9XsvMKUnkz' +
      'Z5HbFN+FcqNKFt6KkWg24rMt4wdIqjUzBRMB0GA1UdDgQWBBTn14UBM5Hw1xnDnxNoAabDbujz/DAfBgNVHSMEGDAW' +
      'gBTn14UBM5Hw1xnDnxNoAabDbujz/DAPBgNVHRMBAf8EBTADAQH/MAoGCCqGSM49BAMCA0kAMEYCIQDsBXsvFli1+p' +
      't45oHKq0rFzU6vj5DPGYGogQTHrJMkNgIhALTxnGJ+ELtqC2wnUrzzvmc9qOTiJE7tRKvAzQxV7OCJ',
    'base64',
  ),
};

interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly allowCredentials?: readonly { readonly id: string }[];
  readonly excludeCredentials?: readonly { readonly id: string }[];
}

/** What is not as a good authenticator and a good browser do it. */
export interface Deviation {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: string;
  readonly challenge?: string;
  /** Nobody touched it, or it did not look who did. */
  readonly present?: boolean;
  readonly verified?: boolean;
  readonly counter?: number;
  /** Somebody else's signature. */
  readonly key?: KeyObject;
  /** The statement of its maker, as a security key makes it (fido-u2f, which the standard describes in 8.6). */
  readonly maker?: boolean;
}

export interface Authenticator {
  readonly id: string;
  /** `navigator.credentials.create`, as the browser writes the answer down. */
  readonly create: (options: Options, deviation?: Deviation) => object;
  /** `navigator.credentials.get`. */
  readonly get: (options: Options, deviation?: Deviation) => object;
}

/** One passkey, which counts its uses unless `counts` is false. */
export function authenticator(
  origin: string,
  { counts = true }: { readonly counts?: boolean } = {},
): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let uses = 0;

  const clientData = (type: string, challenge: string, other: Deviation) =>
    Buffer.from(
      JSON.stringify({
        type: other.type ?? type,
        challenge: other.challenge ?? challenge,
        origin: other.origin ?? origin,
        crossOrigin: false,
      }),
    );
  const authData = (rpId: string, other: Deviation, attested: Buffer | null) => {
    const { present = true, verified = true } = other;
    if (counts) uses += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(other.counter ?? uses);
    const flags = (present ? 1 : 0) | (verified ? 4 : 0) | (attested ? 64 : 0);
    return Buffer.concat([
      sha256(other.rpId ?? rpId),
      Buffer.from([flags]),
      counter,
      ...(attested ? [attested] : []),
    ]);
  };
  const written = (response: object) => ({
    id,
    rawId: id,
    type: 'public-key',
    authenticatorAttachment: 'platform',
    clientExtensionResults: {},
    response,
  });

  return {
    id,
    create: ({ challenge, rp, excludeCredentials = [] }, other = {}) => {
      if (excludeCredentials.some((one) => one.id === id)) throw new Error('InvalidStateError');
      const cose = cbor(
        new Map<number, Cbor>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cose]);
      const data = clientData('webauthn.create', challenge, other);
      const signed = authData(rp?.id ?? '', other, attested);
      const point = Buffer.concat([
        Buffer.from([4]),
        Buffer.from(x, 'base64url'),
        Buffer.from(y, 'base64url'),
      ]);
      const said = Buffer.concat([
        Buffer.alloc(1),
        signed.subarray(0, 32),
        sha256(data),
        credentialId,
        point,
      ]);
      const statement: readonly (readonly [string, Cbor])[] = other.maker
        ? [
            ['sig', sign('sha256', said, maker.key)],
            ['x5c', [maker.certificate]],
          ]
        : [];
      const attestation = new Map<string, Cbor>([
        ['fmt', other.maker ? 'fido-u2f' : 'none'],
        ['attStmt', new Map(statement)],
        ['authData', signed],
      ]);
      return written({
        clientDataJSON: data.toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal', 'hybrid'],
      });
    },
    get: ({ challenge, rpId = '', allowCredentials = [] }, other = {}) => {
      if (!allowCredentials.some((one) => one.id === id)) throw new Error('NotAllowedError');
      const data = clientData('webauthn.get', challenge, other);
      const signed = authData(rpId, other, null);
      const signature = sign('sha256', Buffer.concat([signed, sha256(data)]), other.key ?? privateKey);
      return written({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: signed.toString('base64url'),
        signature: signature.toString('base64url'),
        userHandle: null,
      });
    },
  };
}

/** A key that no passkey has. */
export const foreignKey = (): KeyObject => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
