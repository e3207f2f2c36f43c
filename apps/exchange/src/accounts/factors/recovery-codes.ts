import { createHmac, randomInt } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../database/tables.ts';

/** Codes to keep on paper for the day the authenticator app is lost; each is good once. */
export interface RecoveryCodes {
  /** Makes new ones and voids the old. They are kept as keyed hashes. */
  renew(transaction: Transaction<Tables>, customer: number): Promise<string[]>;
  /** Uses one up; false if it is none of his. */
  use(customer: number, code: string): Promise<boolean>;
  removeAll(transaction: Transaction<Tables>, customer: number): Promise<void>;
}

const count = 10;
const letters = 'abcdefghijklmnopqrstuvwxyz234567';
const groupLength = 5;

export function createRecoveryCodes(db: Kysely<Tables>, secret: string): RecoveryCodes {
  const hashOf = (customer: number, code: string): Buffer =>
    createHmac('sha256', secret)
      .update(`recovery:${customer}:${code.replace('-', '')}`)
      .digest();

  return {
    renew: async (transaction, customer) => {
      await removeAll(transaction, customer);
      const codes = Array.from({ length: count }, () => `${randomGroup()}-${randomGroup()}`);
      const rows = codes.map((code) => ({ customer, code_hash: hashOf(customer, code) }));
      await transaction.insertInto('recovery_codes').values(rows).execute();
      return codes;
    },
    use: async (customer, code) => {
      const { numDeletedRows } = await db
        .deleteFrom('recovery_codes')
        .where('customer', '=', customer)
        .where('code_hash', '=', hashOf(customer, code))
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },
    removeAll,
  };
}

async function removeAll(transaction: Transaction<Tables>, customer: number): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('customer', '=', customer).execute();
}

function randomGroup(): string {
  return Array.from({ length: groupLength }, () => letters.charAt(randomInt(letters.length))).join('');
}
