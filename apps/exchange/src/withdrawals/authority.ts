import { isMacOfOrder, macOfOrder, undecided, type WithdrawalOrder } from '@fft/chains';
import { formatDecimal } from '@fft/decimal';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../database/tables.ts';
import { assetSeeds } from '../listing/seeds.ts';
import type { WithdrawalRow } from './withdrawals.ts';

/** A withdrawal as it was decided, with what proves it. */
export interface AuthorizedOrder extends WithdrawalOrder {
  readonly mac: string;
}

/**
 * Vouches for withdrawals with a key that no database has. A row that somebody changed behind the exchange's back has no MAC that fits, so neither custody nor the
 * signer pays it.
 */
export interface Authority {
  /** Writes down, in the transaction of a decision, who decided it and what exactly. */
  record(transaction: Transaction<Tables>, row: WithdrawalRow, decision: string): Promise<WithdrawalRow>;
  /** Whether a row still says what was decided, whatever that was. */
  isGenuine(row: WithdrawalRow): boolean;
  /** What may be paid; null where nobody decided that, or the row was changed since. */
  orderOf(row: WithdrawalRow): AuthorizedOrder | null;
  /** Tells operators of a row that isn't genuine. */
  alarm(row: WithdrawalRow): void;
}

/** The decision where no operator has to look. */
export const decidedByRules = 'rules';

export function decidedBy(operator: string): string {
  return `operator ${operator}`;
}

export interface AuthorityOptions {
  /** Shared by every process that decides, by custody and by the signer. */
  readonly key: string;
  readonly log: Pick<Logger, 'fatal'>;
}

export function createAuthority({ key, log }: AuthorityOptions): Authority {
  const signed = (row: WithdrawalRow): AuthorizedOrder | null => {
    const order = row.decision === null ? null : orderIn(row, row.decision);
    return order && row.mac !== null && isMacOfOrder(key, order, row.mac) ? { ...order, mac: row.mac } : null;
  };
  return {
    record: (transaction, row, decision) => {
      const order = orderIn(row, decision);
      if (order === null) throw new Error(`${row.coin} can't be withdrawn`);
      return transaction
        .updateTable('withdrawals')
        .set({ decision, mac: macOfOrder(key, order) })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    },
    isGenuine: (row) => signed(row) !== null,
    orderOf: (row) => {
      const order = signed(row);
      return order?.decision === undecided ? null : order;
    },
    alarm: ({ id, customer, state }) => {
      log.fatal({ withdrawal: id, customer, state }, 'withdrawal.altered: its row is not what was decided');
    },
  };
}

/** Decimals are those of the code: by others of a table the same units would be another amount. */
function orderIn(row: WithdrawalRow, decision: string): WithdrawalOrder | null {
  const seed = assetSeeds.find(({ code }) => code === row.coin);
  if (!seed) return null;
  const { id, customer, coin, chain, address, memo } = row;
  const [amount, fee] = [formatDecimal(row.amount, seed.decimals), formatDecimal(row.fee, seed.decimals)];
  return { id, customer, coin, chain, address, memo, amount, fee, decision };
}
