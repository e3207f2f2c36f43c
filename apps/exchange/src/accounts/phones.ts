import { createHmac, hkdfSync } from 'node:crypto';
import { createFieldCipher } from '../platform/crypto/field-cipher.ts';

/** The columns with a customer's phone number. */
export interface PhoneColumns {
  readonly sealed_phone: Buffer | null;
  readonly phone_hash: Buffer | null;
}

/** Seals phone numbers, so that a copy of the database alone reveals none. */
export interface Phones {
  seal(customer: number, phone: string): PhoneColumns;
  /** null without a bound phone. */
  open(customer: number, row: Pick<PhoneColumns, 'sealed_phone'>): string | null;
  /** By this hash a whole number is found: equal numbers have equal hashes. */
  hash(phone: string): Buffer;
}

export function createPhones(secret: string): Phones {
  const cipher = createFieldCipher(secret);
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'phone hashes 1', 32));
  const hash = (phone: string): Buffer => createHmac('sha256', key).update(phone).digest();
  return {
    seal: (customer, phone) => ({ sealed_phone: cipher.close(phone, labelOf(customer)), phone_hash: hash(phone) }),
    open: (customer, { sealed_phone }) => (sealed_phone === null ? null : cipher.open(sealed_phone, labelOf(customer))),
    hash,
  };
}

const labelOf = (customer: number): string => `phone of customer ${customer}`;
