import type { Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import { idsAboveLimit } from './above-limit.ts';
import type { Authority } from './authority.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

/** Reasons that stop a payment even after approval. */
export type Block = 'accountLocked' | 'accountHeld' | 'depositLost' | 'identityRevoked';

export interface Blocks {
  /**
   * Returns the reason that stops a withdrawal now, or null. Until the transaction ends, the account cannot be locked and its identity cannot be revoked: either the
   * transaction sees the change, or the change comes after it.
   */
  of(
    transaction: Transaction<Tables>,
    withdrawal: Pick<WithdrawalRow, 'id' | 'customer'>,
    time: number,
  ): Promise<Block | null>;
}

export interface BlocksOptions {
  readonly authority: Authority;
  /** Millionths of a USDT that a customer may withdraw in 24 hours once their identity is revoked. */
  readonly limitWithoutIdentity: bigint;
}

export function createBlocks({ authority, limitWithoutIdentity: limit }: BlocksOptions): Blocks {
  return {
    of: async (transaction, { id, customer }, time) => {
      const block = await blockOfAccount(transaction, customer, time);
      if (block !== null || !(await isRevoked(transaction, customer))) return block;
      const above = await idsAboveLimit(transaction, authority, { customer, limit });
      return above.includes(id) ? 'identityRevoked' : null;
    },
  };
}

async function blockOfAccount(
  transaction: Transaction<Tables>,
  customer: number,
  time: number,
): Promise<Exclude<Block, 'identityRevoked'> | null> {
  const account = await transaction
    .selectFrom('customers')
    .select('locked_at')
    .where('id', '=', customer)
    .forShare()
    .executeTakeFirst();
  if (account && account.locked_at !== null) return 'accountLocked';
  const held = await transaction
    .selectFrom('holds')
    .select('until')
    .where('customer', '=', customer)
    .where('until', '>', time)
    .executeTakeFirst();
  if (held) return 'accountHeld';
  const lost = await transaction
    .selectFrom('chain_deposits')
    .select('id')
    .where('customer', '=', customer)
    .where('state', 'in', ['inDoubt', 'lost'])
    .limit(1)
    .executeTakeFirst();
  return lost ? 'depositLost' : null;
}

/** True if the latest effective decision revoked the identity. Papers submitted since change nothing until they pass. */
async function isRevoked(transaction: Transaction<Tables>, customer: number): Promise<boolean> {
  const latest = await transaction
    .selectFrom('identities')
    .select('state')
    .where('customer', '=', customer)
    .where('state', 'in', ['passed', 'revoked'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return latest?.state === 'revoked';
}
