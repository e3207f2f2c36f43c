import { createHmac, randomInt } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../room.ts';

/** Single-use codes for the case that the authenticator app is lost. */
export interface RecoveryCodes {
  /** Creates new codes and voids the old ones. They are stored as keyed hashes. */
  renew(transaction: Transaction<Tables>, customer: number): Promise<string[]>;
  /** Uses up a code; false if it is not one of the customer's. */
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
