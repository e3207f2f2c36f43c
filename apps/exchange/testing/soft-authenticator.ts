import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** A software authenticator with one passkey, for tests: the part of a browser and its device. */
export interface SoftAuthenticator {
  readonly id: string;
  create(options: unknown, changed?: Changed): object;
  get(options: unknown, changed?: Changed): object;
}

/** Changes that forge an answer. */
export interface Changed {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  /** False for a user who is present but not verified. */
  readonly isVerified?: boolean;
  readonly counter?: number;
}

interface Options {
  readonly challenge: string;
}

const [userPresent, userVerified, attested] = [0x01, 0x04, 0x40];

export function createSoftAuthenticator(origin: string): SoftAuthenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const rawId = randomBytes(32);
  const id = rawId.toString('base64url');
  let counter = 0;

  const clientData = (type: string, options: unknown, changed: Changed): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: changed.challenge ?? (options as Options).challenge,
        origin: changed.origin ?? origin,
        crossOrigin: false,
      }),
    );

  function authenticatorData(changed: Changed, more: Buffer): Buffer {
    counter += 1;
    const rpIdHash = createHash('sha256')
      .update(changed.rpId ?? new URL(origin).hostname)
      .digest();
    const flags = userPresent | (changed.isVerified === false ? 0 : userVerified) | (more.length > 0 ? attested : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(changed.counter ?? counter);
    return Buffer.concat([rpIdHash, Buffer.from([flags]), count, more]);
  }

  return {
    id,
    create: (options, changed = {}) => {
      const idLength = Buffer.from([0, rawId.length]);
      const credential = Buffer.concat([Buffer.alloc(16), idLength, rawId, coseKey(publicKey)]);
      const authData = authenticatorData(changed, credential);
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authData),
      ]);
      return answer(id, {
        clientDataJSON: clientData('webauthn.create', options, changed).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      });
    },
    get: (options, changed = {}) => {
      const authData = authenticatorData(changed, Buffer.alloc(0));
      const client = clientData('webauthn.get', options, changed);
      const signed = Buffer.concat([authData, createHash('sha256').update(client).digest()]);
      return answer(id, {
        clientDataJSON: client.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      });
    },
  };
}

function answer(id: string, response: object): object {
  return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
}

function cborText(text: string): Buffer {
  return Buffer.concat([Buffer.from([0x60 | text.length]), Buffer.from(text)]);
}

function cborBytes(bytes: Buffer): Buffer {
  const head = Buffer.from([0x59, 0, 0]);
  head.writeUInt16BE(bytes.length, 1);
  return Buffer.concat([head, bytes]);
}

/** An ES256 key as COSE: { kty: EC2, alg: ES256, crv: P-256, x, y }. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  const coordinate = (text: string): Buffer => Buffer.concat([Buffer.from([0x58, 32]), Buffer.from(text, 'base64url')]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
    Buffer.from([0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ]);
}
