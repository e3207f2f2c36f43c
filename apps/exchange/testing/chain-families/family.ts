import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { Custody } from '../../src/custody/custody.ts';
import type { WithdrawalRow } from '../../src/funds/withdrawals/index.ts';
import type { TestLedger } from '../test-ledger.ts';

/** A withdrawal that failed for good, so that its money went back, and then the blocks that showed it were taken back. */
export interface FailedWithdrawal {
  readonly row: WithdrawalRow;
  /** Brings back what it was paid from, for another payment to take, where that is gone with the blocks. */
  freeAgain(): Promise<void>;
  /** Puts the same transaction into a new block, where it succeeds. */
  landAfterAll(): Promise<void>;
}

/** What the first of two nodes says falsely. */
export interface Lies {
  /** It has a deposit of this amount in the next block with a payment. */
  inventDeposit(to: string, amount: number): Promise<void>;
  /** It shows no payment to this address in any block. */
  hideDeposits(to: string): Promise<void>;
  /** It has a withdrawal's transaction, which it never passed on, in the next block. */
  inventLanding(row: WithdrawalRow): Promise<void>;
}

/**
 * One chain family, with a chain that mines on demand, a real signer, and custody over both. The suites in this folder say what every family does; a family's own
 * tests say the rest. Amounts are of one coin, in the ledger's units.
 */
export interface ChainFamily extends Omit<TestLedger, 'newAddress' | 'openCustody' | 'passTime' | 'close'> {
  readonly chain: 'ETH' | 'LTC' | 'DOGE' | 'SOL';
  readonly coin: string;
  readonly custody: Custody;
  readonly confirmations: number;
  /** An amount that is a deposit, and that pays. */
  readonly unit: number;
  /** Reaches its address, and is no deposit. */
  readonly dust: number;
  /** Not credited on the word of one node. */
  readonly large: number;
  /** More than the signer pays by one payment. */
  readonly aboveLimit: number;
  newAddress(): Promise<{ readonly customer: number; readonly address: string }>;
  /** An outside address that nothing was paid to. */
  newRecipient(): string;
  /** What came to an outside address, as the node counts it. */
  arrivedAt(recipient: string): Promise<number>;
  /** An outsider's payment, which waits for a block; returns its id. */
  pay(to: string, amount: number): Promise<string>;
  /** The network fee of a transaction of the hot wallet, read from the node, in the smallest units of the chain's own coin. */
  chargedFor(txid: string): Promise<bigint>;
  /** Mines this many blocks with all that waits, with a pass of custody after each. */
  advance(blocks?: number): Promise<void>;
  /** Loses every transaction that the exchange sends, while its node calls it sent. */
  losesAll: boolean;
  passTime(ms: number): Promise<void>;
  /** Kills custody and starts it again on the same database and ledger. */
  restart(): Promise<void>;
  /** Restarts custody with another number of nodes to agree. */
  trust(nodes: 1 | 2): Promise<void>;
  readonly lies: Lies;
  /** Makes the second node answer nothing. */
  secondIsAway: boolean;
  /** Both nodes tell the truth, and nothing is lost. */
  beHonest(): void;
  close(): Promise<void>;
}

/** A family whose addresses are accounts: they hold tokens too, and are swept. Coins of Bitcoin's family are spent from where they are. */
export interface AccountFamily extends ChainFamily {
  /** An outsider's payment in a token that is no coin of the exchange. */
  payInUnlisted(to: string, amount: number): Promise<void>;
}

/** A family whose tokens are contracts, which may do nothing without failing. */
export interface ContractFamily extends AccountFamily {
  /** Mines what waits. Its token's transfers succeed, and neither move nor report anything. */
  mineSilently(): Promise<void>;
}

/** A family whose blocks are read before they are final. */
export interface ReorganisedFamily extends ChainFamily {
  /** Marks this height. What it returns takes all later blocks back, and returns their number. */
  fork(): Promise<() => Promise<number>>;
  /** As `advance`, without what was taken back. */
  advanceEmpty(blocks?: number): Promise<void>;
  /** Puts an outsider's payment that was taken back into a new block. */
  include(payment: string): Promise<void>;
  /** Makes sure that such a payment can't come again, in one block. */
  displace(payment: string): Promise<void>;
  failedWithdrawal(customer: number): Promise<FailedWithdrawal>;
}

/** Opens a family for all tests of a file. */
export function openedFamily<Family extends ChainFamily>(open: () => Promise<Family>): () => Family {
  let opened: Family | null = null;
  const family = (): Family => {
    if (!opened) throw new Error('the family opens before the first test');
    return opened;
  };
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  beforeEach(() => {
    family().beHonest();
    family().alarms.length = 0;
  });
  return family;
}

/** A customer with this amount, deposited over the chain. */
export async function richCustomer(at: ChainFamily, amount: number): Promise<number> {
  const { customer, address } = await at.newAddress();
  await at.pay(address, amount);
  await at.advance(at.confirmations);
  return customer;
}

export function approve(
  at: ChainFamily,
  order: { readonly customer: number; readonly address: string; readonly amount: number; readonly fee?: number },
): Promise<WithdrawalRow> {
  return at.approved({ ...order, coin: at.coin, chain: at.chain });
}

/** A customer spends this much of what they have, and it never comes back. */
export async function spend(at: ChainFamily, customer: number, amount: number): Promise<void> {
  const of = { requestId: `spent-${customer}`, owner: customer } as const;
  const asset = at.directory.assetId(at.coin) ?? -1;
  const hold = {
    type: 'holdWithdrawal',
    ...of,
    kind: 'coin',
    asset,
    destination: 'adjustments',
    amount,
    fee: 0,
  } as const;
  await at.gateway.submit(hold);
  await at.gateway.submit({ type: 'settleWithdrawal', ...of });
}

/** Amounts and states of a customer's deposits, the smallest first. */
export async function depositsOf(at: ChainFamily, customer: number): Promise<(readonly [number, string])[]> {
  const rows = await at.deposits(customer);
  return rows.toSorted((a, b) => a.amount - b.amount).map(({ amount, state }) => [amount, state]);
}

/** The payment of a withdrawal, by whatever number of transactions. */
export async function paymentOf(at: ChainFamily, { id }: Pick<WithdrawalRow, 'id'>) {
  const { db } = at.database;
  const payment = await db
    .selectFrom('chain_payments')
    .selectAll()
    .where('purpose', '=', 'withdrawal')
    .where('reference', '=', id)
    .executeTakeFirstOrThrow();
  const attempts = await db
    .selectFrom('chain_attempts')
    .selectAll()
    .where('payment', '=', payment.id)
    .orderBy('time')
    .execute();
  return { ...payment, attempts };
}
