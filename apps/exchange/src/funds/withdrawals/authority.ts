import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { verifyOrderMac, orderMac, undecided, type WithdrawalOrder } from '@fft/chains';
import { formatDecimal } from '@fft/decimal';
import type { Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../../database/tables.ts';
import { assetSeeds } from '../../ledger/listings/seeds.ts';
import { isEnd, type State } from './states.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

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
  /** What a row says, decided or not; null where it was changed since. */
  statementOf(row: WithdrawalRow): AuthorizedOrder | null;
  /** Vouches for something else that operators decide. The parts are plain JSON; the order of an object's fields doesn't matter. */
  macOf(parts: readonly unknown[]): string;
  isMacOf(parts: readonly unknown[], mac: string | null): boolean;
  /** Vouches for how a withdrawal ended; null for a state in which it goes on. */
  endMacOf(row: Pick<WithdrawalRow, 'id' | 'state'>): string | null;
  /** False where somebody wrote the ending into the row. */
  isProvenEnd(row: WithdrawalRow): boolean;
  /** Tells operators of a row that isn't genuine. */
  alarm(row: WithdrawalRow): void;
}

/** The decision where no operator has to look. */
export const decidedByRules = 'rules';

/** `first`: who proposed it, where two decide. */
export function decidedBy(operator: string, first: string | null = null): string {
  return first === null ? `operator ${operator}` : `operators ${first} and ${operator}`;
}

export interface AuthorityOptions {
  /** Shared by every process that decides, by custody and by the signer. */
  readonly key: string;
  readonly log: Pick<Logger, 'fatal'>;
}

export function createAuthority({ key, log }: AuthorityOptions): Authority {
  const signed = (row: WithdrawalRow): AuthorizedOrder | null => {
    const order = row.decision === null ? null : orderIn(row, row.decision, row.decisions);
    return order && row.mac !== null && verifyOrderMac(key, order, row.mac) ? { ...order, mac: row.mac } : null;
  };
  return {
    record: (transaction, row, decision) => {
      const order = orderIn(row, decision, row.decisions + 1);
      if (order === null) throw new Error(`${row.coin} can't be withdrawn`);
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
    macOf: (parts) => macOf(key, parts),
    isMacOf: (parts, mac) => isSame(mac, macOf(key, parts)),
    endMacOf: ({ id, state }) => (isEnd(state) ? macOf(key, endOf(id, state)) : null),
    isProvenEnd: ({ id, state, end_mac }) => isEnd(state) && isSame(end_mac, macOf(key, endOf(id, state))),
    alarm: ({ id, customer, state }) => {
      log.fatal({ withdrawal: id, customer, state }, 'withdrawal.altered');
    },
  };
}

/** Decimals are those of the code: by others of a table the same units would be another amount. */
function orderIn(row: WithdrawalRow, decision: string, number: number): WithdrawalOrder | null {
  const seed = assetSeeds.find(({ code }) => code === row.coin);
  if (!seed) return null;
  const { id, customer, coin, chain, address, memo } = row;
  const [amount, fee] = [formatDecimal(row.amount, seed.decimals), formatDecimal(row.fee, seed.decimals)];
  return { id, customer, coin, chain, address, memo, amount, fee, decision, number, basis: basisOf(row) };
}

/** What review, four-eyes and the day's limit go by: who writes to tables can't make a withdrawal look cheaper, older or less risky. */
function basisOf({ asset, usdt_units, planned, risks, time }: WithdrawalRow): string {
  return createHash('sha256')
    .update(JSON.stringify([asset, usdt_units, planned, risks, time]))
    .digest('hex');
}

function macOf(key: string, parts: readonly unknown[]): string {
  return createHmac('sha256', key)
    .update(JSON.stringify(sorted(['fft approval 1', ...parts])))
    .digest('hex');
}

function endOf(id: number, state: State): readonly unknown[] {
  return ['withdrawal ended', id, state];
}

function isSame(mac: string | null, right: string): boolean {
  const [given, made] = [Buffer.from(mac ?? '', 'utf8'), Buffer.from(right, 'utf8')];
  return given.length === made.length && timingSafeEqual(given, made);
}

/** As the database gives JSON back, its fields are in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).toSorted(([one], [other]) => Number(one > other) - Number(one < other));
  return Object.fromEntries(fields.map(([name, field]) => [name, sorted(field)]));
}
