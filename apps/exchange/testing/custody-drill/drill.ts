import { setTimeout as delay } from 'node:timers/promises';
import { is } from '../../src/funds/refusals.ts';
import { createWithdrawalReview, type WithdrawalReview } from '../../src/funds/withdrawals/review.ts';
import { testAuthority, testBlocks, testFourEyes, viewAndApprove } from '../test-authority.ts';
import { createRandom } from '../faults/random.ts';
import { until } from '../faults/until.ts';
import { drillDisperse } from './evm-network.ts';
import { type Fault, plantFaults, untilBelieved } from './faults.ts';
import { type CoinLine, heldOf, judgeCustody } from './judge.ts';
import { type LiesTold, lieAtRandom } from './lies.ts';
import type { DrillChain, Liar } from './network.ts';
import { type CustodyStage, setCustodyStage, type Victim } from './stage.ts';
import {
  customersOf,
  type DrillCoin,
  type DrillCustomer,
  drillCoins,
  makeDeposits,
  makeWithdrawals,
  registerCustomers,
} from './workload.ts';

export interface CustodyDrillOptions {
  /** An empty database, migrated or not. */
  readonly url: string;
  readonly chains: readonly DrillChain[];
  /** Number of deposits, and of withdrawals. */
  readonly count: number;
  /** Number of kills of each. */
  readonly kills: Readonly<Partial<Record<Victim, number>>>;
  /** Longest pause between two kills, on a machine where a start takes no longer than {@link usualStartMs}; others take longer pauses. */
  readonly calmMsMost: number;
  readonly blockMs: number;
  /** The server's entry; by default its sources. */
  readonly program?: string;
  /** Pause between two deposits, and between two withdrawals. */
  readonly pauseMs: number;
  /** How long a node lies, and the longest pause between two lies; null: none lies. */
  readonly lies: { readonly lieMs: number; readonly calmMsMost: number } | null;
  /** Faults that the judge must find. */
  readonly faults?: readonly Fault[];
  /** Decides what is killed when, and which lies are told. */
  readonly seed: number;
  readonly say: (line: string) => void;
}

export interface CustodyDrillReport {
  readonly lines: readonly CoinLine[];
  /** Every wrong result. */
  readonly found: readonly string[];
  /** Blocks that killed nodes lost and got back: each is a reorganisation for the exchange. */
  readonly blocksLost: number;
  readonly liesTold: LiesTold;
  /** Transactions that paid several withdrawals by a contract. */
  readonly batches: number;
  /** Transfers that the exchange saw and no chain has. */
  readonly invented: number;
}

const settledWithinMs = 900_000;
const usualStartMs = 3_000;

/** Kills exchange, signer and nodes at random during deposits and withdrawals over real chains, while nodes lie; then checks that each happened exactly once, and that books and chains agree. */
export async function drillCustody(options: CustodyDrillOptions): Promise<CustodyDrillReport> {
  const { url, chains, count, pauseMs, blockMs, program, say, faults = [] } = options;
  const believesOneNode = faults.includes('oneNodeBelieved');
  const stage = await setCustodyStage({ url, chains, payments: count, blockMs, program, believesOneNode });
  try {
    const coins = await drillCoins(stage);
    const customers = await registerCustomers(stage, customersOf(count));
    await untilFunded(stage);
    const heldBefore = new Map<DrillCoin, bigint>();
    for (const coin of coins) heldBefore.set(coin, await heldOf(stage, coin, customers));
    say(`${customers.length} customers start ${count} deposits and ${count} withdrawals of ${coins.length} coins`);
    const work = { coins, customers, count, pauseMs };
    const liars = liarsOf(stage, customers);
    const [deposits, withdrawals, liesTold] = await Promise.all([
      makeDeposits(work),
      makeWithdrawals(stage, work),
      disturb(stage, options, liars),
      believesOneNode && untilBelieved(stage, firstOf(liars)),
    ]);
    const planted = await plantFaults(stage, work, faults);
    const begun = performance.now();
    await stage.untilFollowed();
    await untilSettled(stage, { deposits: deposits.length, withdrawals: withdrawals.length + planted.length });
    say(`everything settled ${Math.round((performance.now() - begun) / 1000)} s after the last kill`);
    const invented = new Set([...liars.values()].flatMap((liar) => [...liar.invented]));
    const done = { coins, customers, deposits, withdrawals: [...withdrawals, ...planted], heldBefore, invented };
    const judged = await judgeCustody(stage, done);
    const rows = await stage.database.db.selectFrom('chain_deposits').select('id').execute();
    const batches = await batchesOf(stage);
    return { ...judged, blocksLost: stage.blocksLost(), liesTold, batches, invented: rows.length - deposits.length };
  } finally {
    await stage.close();
  }
}

function liarsOf({ networks }: CustodyStage, customers: readonly DrillCustomer[]): ReadonlyMap<DrillChain, Liar> {
  const [victim] = customers;
  return new Map(
    [...networks].map(([chain, { network, door }]) => [chain, network.liar(door, victim?.addresses[chain] ?? '')]),
  );
}

function firstOf(liars: ReadonlyMap<DrillChain, Liar>): Liar {
  const [first] = liars.values();
  if (!first) throw new Error('a drill has a chain');
  return first;
}

/** Kills, and lies until the last kill. */
async function disturb(
  stage: CustodyStage,
  options: CustodyDrillOptions,
  liars: ReadonlyMap<DrillChain, Liar>,
): Promise<LiesTold> {
  const over = new AbortController();
  const { lies, seed } = options;
  const random = createRandom(seed, 1);
  const lying = lies ? lieAtRandom({ ...lies, liars, random }, over.signal) : Promise.resolve(new Map());
  await killAtRandom(stage, options).finally(() => over.abort());
  return lying;
}

/** In random order, each after a pause. */
async function killAtRandom(stage: CustodyStage, { kills, calmMsMost, seed, say }: CustodyDrillOptions): Promise<void> {
  const random = createRandom(seed, 0);
  const all = random.shuffled(
    Object.entries(kills).flatMap(([victim, times]) => Array.from({ length: times }, () => victim as Victim)),
  );
  for (const [index, victim] of all.entries()) {
    const slower = Math.max(1, stage.startMs() / usualStartMs);
    await delay(slower * (500 + random.fraction() * (calmMsMost - 500)));
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
async function untilFunded({ database, networks }: CustodyStage): Promise<void> {
  for (const [chain, { network, hot }] of networks)
    await until(
      async () => ((await network.isFunded(hot, database)) ? true : null),
      `the hot wallet of ${chain} was not funded`,
      settledWithinMs,
    );
}

/** Waits until all deposits and withdrawals are credited, paid and swept, and no payment is in flight. */
async function untilSettled(
  { database }: CustodyStage,
  { deposits, withdrawals }: { readonly deposits: number; readonly withdrawals: number },
): Promise<void> {
  const authority = testAuthority();
  const review = createWithdrawalReview({
    db: database.db,
    authority,
    blocks: testBlocks(authority),
    ...testFourEyes,
    approverDayUsdt: 500_000,
    now: Date.now,
    onChange: () => Promise.resolve(),
  });
  const look = async (): Promise<true | null> => {
    await approveWaiting(review);
    const { rows } = await database.pool.query<{ isSettled: boolean }>(
      `select (select count(*) from chain_deposits where state = 'credited' and (swept or chain = 'LTC')) >= $1
          and (select count(*) from withdrawals where state = 'done' and closed) >= $2
          and not exists (select from withdrawals where state <> 'done')
          and not exists (select from chain_payments where state in ('reserved', 'signed')) as "isSettled"`,
      [deposits, withdrawals],
    );
    return rows[0]?.isSettled === true ? true : null;
  };
  await until(look, 'not everything was settled', settledWithinMs);
}

async function batchesOf({ database: { db } }: CustodyStage): Promise<number> {
  const rows = await db
    .selectFrom('chain_payments')
    .select('id')
    .where('chain', '=', drillDisperse.chain)
    .where('purpose', '=', 'batch')
    .where('state', '=', 'done')
    .execute();
  return rows.length;
}

const blocked = ['approveLocked', 'approveHeld', 'approveLost', 'approveRevoked', 'approveSigned'] as const;

/** Approves like an operator: a deposit in a block that a killed node lost sends its customer's withdrawals back to review. */
async function approveWaiting(review: WithdrawalReview): Promise<void> {
  for (const { id } of await review.waiting()) {
    await viewAndApprove(review, id, 'drill').catch((error: unknown) => {
      if (!is(error, 'notInReview', ...blocked)) throw error;
    });
  }
}
