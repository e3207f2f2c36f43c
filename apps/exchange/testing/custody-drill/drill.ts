import { setTimeout as delay } from 'node:timers/promises';
import {
  createWithdrawalReview,
  NotInReview,
  NotToApprove,
  type WithdrawalReview,
} from '../../src/funds/withdrawals/review.ts';
import { testAuthority, testBlocks } from '../test-authority.ts';
import { type CoinLine, heldOf, judgeCustody } from './judge.ts';
import { type CustodyStage, setCustodyStage, type Victim, victims } from './stage.ts';
import { customersOf, drillCoins, makeDeposits, makeWithdrawals, registerCustomers } from './workload.ts';

export interface CustodyDrillOptions {
  /** An empty database, migrated or not. */
  readonly url: string;
  /** Number of deposits, and of withdrawals. */
  readonly count: number;
  /** Number of kills of each. */
  readonly kills: Readonly<Record<Victim, number>>;
  /** Longest pause between two kills. */
  readonly calmMsMost: number;
  /** Pause between two deposits, and between two withdrawals. */
  readonly pauseMs: number;
  readonly random: () => number;
  readonly say: (line: string) => void;
}

export interface CustodyDrillReport {
  readonly lines: readonly CoinLine[];
  /** Every wrong result. */
  readonly found: readonly string[];
  /** Blocks that killed nodes lost and got back: each is a reorganisation for the exchange. */
  readonly blocksLost: number;
}

const settledWithinMs = 420_000;

/** Kills exchange, signer and nodes at random during deposits and withdrawals over real chains; then checks that each happened exactly once, and that books and chains agree. */
export async function drillCustody(options: CustodyDrillOptions): Promise<CustodyDrillReport> {
  const { count, pauseMs, say } = options;
  const stage = await setCustodyStage(options.url, count);
  try {
    const coins = await drillCoins(stage);
    const customers = await registerCustomers(stage, customersOf(count));
    await untilFunded(stage);
    const heldBefore = new Map<string, bigint>();
    for (const coin of coins) heldBefore.set(coin.at.coin, await heldOf(stage, coin, customers));
    say(`${customers.length} customers start ${count} deposits and ${count} withdrawals`);
    const work = { coins, customers, count, pauseMs };
    const [deposits, withdrawals] = await Promise.all([
      makeDeposits(stage, work),
      makeWithdrawals(stage, work),
      killAtRandom(stage, options),
    ]);
    const begun = performance.now();
    await stage.untilFollowed();
    await untilSettled(stage, count);
    say(`everything settled ${Math.round((performance.now() - begun) / 1000)} s after the last kill`);
    const judged = await judgeCustody(stage, { coins, customers, deposits, withdrawals, heldBefore });
    return { ...judged, blocksLost: stage.blocksLost() };
  } finally {
    await stage.close();
  }
}

/** In random order, each after a pause. */
async function killAtRandom(
  stage: CustodyStage,
  { kills, calmMsMost, random, say }: CustodyDrillOptions,
): Promise<void> {
  const all = victims
    .flatMap((victim) => Array.from({ length: kills[victim] }, () => ({ victim, at: random() })))
    .toSorted((one, other) => one.at - other.at);
  for (const [index, { victim }] of all.entries()) {
    await delay(500 + random() * (calmMsMost - 500));
    await stage.kill(victim);
    const lost = `${stage.blocksLost()} blocks lost and restored`;
    say(`${index + 1}/${all.length} ${victim} was killed; ${await progress(stage)}, ${lost}`);
  }
}

async function progress({ database }: CustodyStage): Promise<string> {
  const { rows } = await database.pool.query<{ credited: number; done: number }>(
    `select (select count(*)::int from chain_deposits where state = 'credited') as credited,
            (select count(*)::int from withdrawals where state = 'done') as done`,
  );
  return `${rows[0]?.credited} deposits credited, ${rows[0]?.done} withdrawals done`;
}

/** Waits until the hot wallets have received their funds. */
async function untilFunded({ database, evm, hot }: CustodyStage): Promise<void> {
  await until('the hot wallets are funded', async () => {
    const { rows } = await database.pool.query<{ coins: number }>('select count(*)::int as coins from utxo_coins');
    return rows[0]?.coins === 20 && (await evm.bank.balance(evm.bank.usdt, hot.ETH as `0x${string}`)) > 0n;
  });
}

/** Waits until all deposits and withdrawals are credited, paid and swept, and no payment is in flight. */
async function untilSettled({ database }: CustodyStage, count: number): Promise<void> {
  const authority = testAuthority();
  const review = createWithdrawalReview({
    db: database.db,
    authority,
    blocks: testBlocks(authority),
    approverDayUsdt: 500_000,
    now: Date.now,
    onChange: () => Promise.resolve(),
  });
  await until('everything is settled', async () => {
    await approveWaiting(review);
    const { rows } = await database.pool.query<{ isSettled: boolean }>(
      `select (select count(*) from chain_deposits where state = 'credited' and (swept or chain = 'LTC')) = $1
          and (select count(*) from withdrawals where state = 'done' and closed) = $1
          and not exists (select from chain_payments where state in ('reserved', 'signed')) as "isSettled"`,
      [count],
    );
    return rows[0]?.isSettled === true;
  });
}

/** Approves like an operator: a deposit in a block that a killed node lost sends its customer's withdrawals back to review. */
async function approveWaiting(review: WithdrawalReview): Promise<void> {
  for (const { id } of await review.waiting()) {
    await review.approve(id, 'drill').catch((error: unknown) => {
      if (!(error instanceof NotToApprove || error instanceof NotInReview)) throw error;
    });
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + settledWithinMs;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`timed out waiting until ${what}`);
    await delay(250);
  }
}
