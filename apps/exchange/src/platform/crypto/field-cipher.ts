import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** Keeps texts in the database so that who reads the database alone can't read them. */
export interface FieldCipher {
  /** `label` says what and whose it is: sealed for one place, it doesn't open at another. */
  close(text: string, label: string): Buffer;
  /** @throws where the bytes were changed, or sealed with another key or label */
  open(sealed: Buffer, label: string): string;
}

const nonceBytes = 12;
const tagBytes = 16;

/** AES-256-GCM with a key derived from a secret that stands outside the database. Bytes: nonce, tag, cipher text. */
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
