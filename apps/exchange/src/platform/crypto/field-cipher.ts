import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Encrypts texts before they are stored, so that a copy of the database alone does not reveal them. */
export interface FieldCipher {
  /** `label` names the field and its owner, and is authenticated: a text sealed for one place does not open at another. */
  close(text: string, label: string): Buffer;
  /** @throws if the bytes were changed, or sealed with another key or label */
  open(sealed: Buffer, label: string): string;
}

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a key derived from a secret outside the database. Layout: nonce, tag, ciphertext. */
export function createFieldCipher(secret: string): FieldCipher {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'fft seal 1', 32));
  return {
    close: (text, label) => {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), body]);
    },
    open: (sealed, label) => {
      const nonce = sealed.subarray(0, nonceBytes);
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
      const options = { authTagLength: tagBytes };
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, options).setAAD(Buffer.from(label)).setAuthTag(tag);
      return decipher.update(sealed.subarray(nonceBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
    },
  };
}
