import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { secp256k1 } from '@noble/curves/secp256k1';

/** The state of a key. */
export type KmsKeyState = 'Enabled' | 'Disabled' | 'PendingDeletion';

interface Key {
  readonly arn: string;
  readonly secret: Uint8Array;
  readonly canSign: boolean;
  state: KmsKeyState;
}

export type Input = Readonly<Record<string, unknown>>;
export type Answer = readonly [status: number, body: object];

/** `SubjectPublicKeyInfo` of secp256k1, up to the point. */
const spkiHead = Buffer.from('3056301006072a8648ce3d020106052b8104000a034200', 'hex');

/** The keys of the stand-in and its responses, in the shapes of the API specification. */
export class KmsStore {
  readonly #keys = new Map<string, Key>();
  #signatures = 0;

  create(canSign: boolean): string {
    const arn = `arn:aws:kms:eu-west-1:111122223333:key/${crypto.randomUUID()}`;
    this.#keys.set(arn, { arn, secret: secp256k1.utils.randomPrivateKey(), canSign, state: 'Enabled' });
    return arn;
  }

  setState(arn: string, state: KmsKeyState): void {
    const key = this.#keys.get(arn);
    if (!key) throw new Error(`no key ${arn}`);
    key.state = state;
  }

  answer(act: string, input: Input): Answer {
    const arn = String(input['KeyId']);
    const key = this.#keys.get(arn);
    if (!key) return refusal('NotFoundException', `Key '${arn}' does not exist`);
    if (key.state === 'Disabled') return refusal('DisabledException', `${arn} is disabled.`);
    if (key.state === 'PendingDeletion') return refusal('KMSInvalidStateException', `${arn} is pending deletion.`);
    const isSigning = act === 'Sign' || act === 'GetPublicKey';
    if (isSigning !== key.canSign) return refusal('InvalidKeyUsageException', `${arn} key usage is not valid.`);
    if (act === 'GetPublicKey') return publicKeyOf(key);
    if (act === 'Sign') return this.#sign(key, input);
    if (act === 'Encrypt') return encrypt(key, input);
    return act === 'Decrypt' ? decrypt(key, input) : refusal('UnknownOperationException', '');
  }

  #sign({ arn, secret }: Key, input: Input): Answer {
    const digest = bytesOf(input['Message']);
    if (input['MessageType'] !== 'DIGEST' || input['SigningAlgorithm'] !== 'ECDSA_SHA_256' || digest.length !== 32)
      return refusal('ValidationException', 'Digest is invalid length for algorithm ECDSA_SHA_256.');
    const { r, s } = secp256k1.sign(digest, secret);
    const isHigh = this.#signatures++ % 2 === 0;
    const signature = new secp256k1.Signature(r, isHigh ? secp256k1.CURVE.n - s : s);
    return [200, { KeyId: arn, Signature: base64(signature.toDERRawBytes()), SigningAlgorithm: 'ECDSA_SHA_256' }];
  }
}

function publicKeyOf({ arn, secret }: Key): Answer {
  const PublicKey = base64(Buffer.concat([spkiHead, secp256k1.getPublicKey(secret, false)]));
  const KeySpec = 'ECC_SECG_P256K1';
  const SigningAlgorithms = ['ECDSA_SHA_256'];
  return [
    200,
    { CustomerMasterKeySpec: KeySpec, KeyId: arn, KeySpec, KeyUsage: 'SIGN_VERIFY', PublicKey, SigningAlgorithms },
  ];
}

function encrypt({ arn, secret }: Key, input: Input): Answer {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(contextOf(input));
  const sealed = Buffer.concat([cipher.update(bytesOf(input['Plaintext'])), cipher.final()]);
  const CiphertextBlob = base64(Buffer.concat([nonce, cipher.getAuthTag(), sealed]));
  return [200, { CiphertextBlob, EncryptionAlgorithm: 'SYMMETRIC_DEFAULT', KeyId: arn }];
}

function decrypt({ arn, secret }: Key, input: Input): Answer {
  const sealed = bytesOf(input['CiphertextBlob']);
  try {
    const decipher = createDecipheriv('aes-256-gcm', secret, sealed.subarray(0, 12));
    decipher.setAAD(contextOf(input)).setAuthTag(sealed.subarray(12, 28));
    const plain = Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]);
    return [200, { EncryptionAlgorithm: 'SYMMETRIC_DEFAULT', KeyId: arn, Plaintext: base64(plain) }];
  } catch {
    return [400, { __type: 'InvalidCiphertextException' }];
  }
}

function refusal(type: string, message: string): Answer {
  return [400, { __type: type, message }];
}

function bytesOf(value: unknown): Buffer {
  return Buffer.from(String(value), 'base64');
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function contextOf({ EncryptionContext: context = {} }: Input): Buffer {
  return Buffer.from(JSON.stringify(context));
}
