import { createHash } from 'node:crypto';
import { verifyOrderMac, orderMac, undecided, type WithdrawalOrder } from '@fft/chains';
import { formatDecimal } from '@fft/decimal';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import { createSeals, type Seals } from '../../authority/seals.ts';
import type { Tables } from '../room.ts';
import { knownAssets } from '../../ledger/listings/seeds.ts';
import { bankRail } from '../../assets/networks.ts';
import { isEnd, type State } from './states.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

/** A withdrawal as decided, with the MAC that proves it. */
export interface AuthorizedOrder extends WithdrawalOrder {
  readonly mac: string;
}

/**
 * Authenticates withdrawals with a key that is in no database. A row that was changed behind the exchange's back has no valid MAC, so neither custody nor the signer
 * pays it.
 */
export interface Authority extends Seals {
  /** Records a decision and its author in the decision's transaction. */
  record(transaction: Transaction<Tables>, row: WithdrawalRow, decision: string): Promise<WithdrawalRow>;
  /** True if a row still matches its decision. */
  isGenuine(row: WithdrawalRow): boolean;
  /** Returns the order to pay; null if no one decided to pay it, or if the row was altered. */
  orderOf(row: WithdrawalRow): AuthorizedOrder | null;
  /** Returns the row's content, decided or not; null if the row was altered. */
  statementOf(row: WithdrawalRow): AuthorizedOrder | null;
  /** Authenticates a withdrawal's end; null for a state that is not final. */
  endMacOf(row: Pick<WithdrawalRow, 'id' | 'state'>): string | null;
  /** False if the end was written into the row by other means. */
  isProvenEnd(row: WithdrawalRow): boolean;
  /** Alerts operators to an altered row. */
  alarm(row: WithdrawalRow): void;
}

/** Names the decision that needs no operator. */
export const decidedByRules = 'rules';

/** @param first the operator who proposed it, if two decide */
export function decidedBy(operator: string, first: string | null = null): string {
  return first === null ? `operator ${operator}` : `operators ${first} and ${operator}`;
}

export interface AuthorityOptions {
  /** Shared by every process that decides, by custody and by the signer. */
  readonly key: string;
  readonly log: Pick<Logger, 'fatal'>;
  /** Decimals of coins that are in no code, as operators agreed to their tokens; null for others. */
  readonly decimalsOf?: (coin: string) => number | null;
}

export function createAuthority({ key, log, decimalsOf = () => null }: AuthorityOptions): Authority {
  const seals = createSeals(key);
  /** Uses the decimals of the code: with others from a table, the same units would be another amount. */
  const orderIn = (row: WithdrawalRow, decision: string, number: number): WithdrawalOrder | null => {
    // Currencies that operators list are in no code: their payouts are authenticated in units.
    const ofRail = row.chain === bankRail ? 0 : null;
    const decimals = knownAssets.find(({ code }) => code === row.coin)?.decimals ?? ofRail ?? decimalsOf(row.coin);
    if (decimals === null) return null;
    const { id, customer, coin, chain, address, memo } = row;
    const [amount, fee] = [formatDecimal(row.amount, decimals), formatDecimal(row.fee, decimals)];
    return { id, customer, coin, chain, address, memo, amount, fee, decision, number, basis: basisOf(row) };
  };
  const signed = (row: WithdrawalRow): AuthorizedOrder | null => {
    const order = row.decision === null ? null : orderIn(row, row.decision, row.decisions);
    return order && row.mac !== null && verifyOrderMac(key, order, row.mac) ? { ...order, mac: row.mac } : null;
  };
  return {
    record: (transaction, row, decision) => {
      const order = orderIn(row, decision, row.decisions + 1);
      if (order === null) throw new Error(`${row.coin} has no listed asset: it cannot be withdrawn`);
      return transaction
        .updateTable('withdrawals')
        .set({ decision, mac: orderMac(key, order), decisions: order.number })
        .where('id', '=', row.id)
        .returningAll()
        .executeTakeFirstOrThrow();
    },
    isGenuine: (row) => signed(row) !== null,
    orderOf: (row) => {
      const order = signed(row);
      return order?.decision === undecided ? null : order;
    },
    statementOf: signed,
    ...seals,
    endMacOf: ({ id, state }) => (isEnd(state) ? seals.macOf(endOf(id, state)) : null),
    isProvenEnd: ({ id, state, end_mac }) => isEnd(state) && seals.isMacOf(endOf(id, state), end_mac),
    alarm: ({ id, customer, state }) => {
      log.fatal({ withdrawal: id, customer, state }, 'withdrawal.altered');
    },
  };
}

/** The inputs of review, the second approval and the daily limit: a writer to the tables cannot make a withdrawal look cheaper, older or less risky. */
function basisOf({ asset, usdt_units, planned, risks, time }: WithdrawalRow): string {
  return createHash('sha256')
    .update(JSON.stringify([asset, usdt_units, planned, risks, time]))
    .digest('hex');
}

function endOf(id: number, state: State): readonly unknown[] {
  return ['withdrawal ended', id, state];
}
