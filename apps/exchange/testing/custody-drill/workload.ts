import { setTimeout as delay } from 'node:timers/promises';
import { toChainUnits } from '@fft/chains';
import { calls } from '@fft/contract';
import { createEngine } from '@fft/engine';
import { MemoryJournal } from '@fft/journal';
import { formOf } from '../../src/custody/chains/chain-forms.ts';
import { ChainCoins, type ChainCoin } from '../../src/custody/coins.ts';
import { Directory } from '../../src/ledger/listings/directory.ts';
import { openListings } from '../../src/ledger/listings/open-listings.ts';
import { EngineHost } from '../../src/ledger/replica/engine-host.ts';
import { Gateway } from '../../src/ledger/gateway.ts';
import { createWithdrawals, type NewWithdrawal } from '../../src/funds/withdrawals/withdrawals.ts';
import { until } from '../faults/until.ts';
import { registerFunded } from '../gateway-process.ts';
import { testAuthority, testBlocks } from '../test-authority.ts';
import { drillDisperse } from './evm-network.ts';
import type { DrillChain, Network } from './network.ts';
import type { CustodyStage } from './stage.ts';

export interface DrillCustomer {
  readonly id: number;
  readonly token: string;
  readonly addresses: Readonly<Partial<Record<DrillChain, string>>>;
}

/** Units of the ledger. */
export interface DrillDeposit {
  readonly coin: DrillCoin;
  readonly customer: DrillCustomer;
  readonly amount: number;
  readonly txid: string;
}

export interface DrillWithdrawal {
  readonly coin: DrillCoin;
  readonly customer: DrillCustomer;
  /** Amount charged to the customer, with the exchange's fee. */
  readonly amount: number;
  readonly fee: number;
  readonly recipient: string;
}

/** A coin on a chain. */
export interface DrillCoin {
  readonly chain: DrillChain;
  readonly network: Network;
  readonly at: ChainCoin;
  /** In units of the ledger: the smallest deposit and withdrawal. */
  readonly least: number;
  readonly fee: number;
}

/** Each customer's initial balances, in the books alone. */
const beginningBalances: Readonly<Record<string, string>> = {
  USDT: '30000',
  USDC: '5000',
  ETH: '4',
  BNB: '10',
  POL: '5000',
  LTC: '100',
  SOL: '50',
};

/** In units of the ledger. */
const tokenTerms = { least: 20_000_000, fee: 3_000_000 };
const drilled = {
  ETH: { USDT: tokenTerms, ETH: { least: 1_000_000, fee: 100_000 }, USDC: tokenTerms },
  BSC: { USDT: tokenTerms, BNB: { least: 1_000_000, fee: 50_000 } },
  POLYGON: { USDT: tokenTerms, POL: { least: 2_000_000, fee: 100_000 } },
  LTC: { LTC: { least: 10_000_000, fee: 100_000 } },
  SOL: { USDT: tokenTerms, SOL: { least: 2_000_000, fee: 1_000_000 } },
} as const satisfies Record<DrillChain, object>;

export const customersOf = (count: number): number => Math.min(10, Math.max(2, Math.floor(count / 4)));

/** The coins of all chains, as listed; those of different chains follow each other. */
export async function drillCoins({ networks }: CustodyStage): Promise<DrillCoin[]> {
  const host = new EngineHost(new MemoryJournal(), createEngine);
  const onFatal = (error: unknown): never => {
    throw error;
  };
  await openListings(host, new Gateway({ journal: new MemoryJournal(), host, now: Date.now, onFatal }));
  const directory = new Directory(host.engine);
  const all = [...networks.values()].flatMap(({ network }) => {
    const { chain, contracts } = network;
    const { contractOf } = formOf(chain);
    const coins = new ChainCoins(chain, directory, { network: network.network, contracts, contractOf });
    return Object.entries<{ least: number; fee: number }>(drilled[chain]).map(([name, terms], index) => {
      const at = coins.byName(name);
      if (!at) throw new Error(`${name} doesn't live on ${chain}`);
      return { chain, network, at, index, ...terms };
    });
  });
  return all.toSorted((one, other) => one.index - other.index);
}

export async function registerCustomers(stage: CustodyStage, count: number): Promise<DrillCustomer[]> {
  const customers: DrillCustomer[] = [];
  const native = { ETH: 'ETH', BSC: 'BNB', POLYGON: 'POL', LTC: 'LTC', SOL: 'SOL' } as const;
  for (let index = 0; index < count; index += 1) {
    const name = `drill-${index}`;
    const token = await registerFunded(stage.exchange(), name, beginningBalances);
    const client = stage.exchange().clientOf(token);
    const addresses: Partial<Record<DrillChain, string>> = {};
    for (const chain of stage.networks.keys()) {
      const { address } = await client.call(calls.deposits.address, { coin: native[chain], chain });
      addresses[chain] = address;
    }
    const { id } = await stage.database.db
      .selectFrom('customers')
      .select('id')
      .where('email', '=', `${name}@test.example`)
      .executeTakeFirstOrThrow();
    customers.push({ id, token, addresses });
  }
  return customers;
}

const allowedWithinMs = 300_000;

/** Work of a drill: one after the other with pauses, each recorded once it is done. */
export interface Work {
  readonly coins: readonly DrillCoin[];
  readonly customers: readonly DrillCustomer[];
  readonly count: number;
  readonly pauseMs: number;
}

export async function makeDeposits(work: Work): Promise<DrillDeposit[]> {
  const done: DrillDeposit[] = [];
  for (let index = 0; index < work.count; index += 1) {
    const [coin, customer] = pick(work, index);
    // Each amount is different, so that none can be mistaken for another.
    const amount = coin.least + index;
    const units = toChainUnits(amount, coin.at.ledgerDecimals, coin.at.chainDecimals);
    const txid = await coin.network.pay(coin.at.contract, customer.addresses[coin.chain] ?? '', units);
    done.push({ coin, customer, amount, txid });
    await delay(work.pauseMs);
  }
  return done;
}

/** Withdrawals that a customer makes at once of a coin that is paid in batches. */
const togetherInBatch = 3;
/** Added to a recipient's index for the next one of its batch: no other index is as large. */
const batchStride = 100_000;

const isPaidInBatches = ({ chain, at }: DrillCoin): boolean => chain === drillDisperse.chain && at.contract !== null;

/** Inserts the rows of requested withdrawals whose money is not frozen yet: the exchange finds and continues them. */
export async function makeWithdrawals(stage: CustodyStage, work: Work): Promise<DrillWithdrawal[]> {
  const done: DrillWithdrawal[] = [];
  for (let index = 0; index < work.count; index += 1) {
    const [coin, customer] = pick(work, index);
    const [amount, fee] = [coin.least + coin.fee + index, coin.fee];
    const isFirst = done.every((one) => one.coin !== coin);
    if (isPaidInBatches(coin) && !isFirst) await untilAllowed(stage, coin);
    for (let one = 0; one < (isPaidInBatches(coin) ? togetherInBatch : 1); one += 1) {
      const recipient = coin.network.outsider(index + one * batchStride);
      const withdrawal = { coin, customer, amount: amount + one, fee, recipient };
      await addWithdrawal(stage, withdrawal, `drill-${index}-${one}`);
      done.push(withdrawal);
    }
    await delay(work.pauseMs);
  }
  return done;
}

/** Waits until the contract may pay batches of a coin: what comes before goes one by one. */
export async function untilAllowed({ database: { db } }: CustodyStage, { chain, at }: DrillCoin): Promise<void> {
  const look = async (): Promise<object | null> => {
    const row = await db
      .selectFrom('chain_payments')
      .select('id')
      .where('chain', '=', chain)
      .where('coin', '=', at.coin)
      .where('purpose', '=', 'allowance')
      .where('state', '=', 'done')
      .executeTakeFirst();
    return row ?? null;
  };
  await until(look, `no contract may pay batches of ${at.coin}`, allowedWithinMs);
}

/** Inserts a withdrawal that is approved, or waits for review, once its money is frozen; returns its id. */
export async function addWithdrawal(
  { database }: CustodyStage,
  { coin, customer, amount, fee, recipient }: DrillWithdrawal,
  request: string,
  planned: NewWithdrawal['planned'] = 'approved',
): Promise<number> {
  const authority = testAuthority();
  const withdrawals = createWithdrawals({
    db: database.db,
    host: { engine: { withdrawal: () => null } },
    authority,
    blocks: testBlocks(authority),
    now: Date.now,
  });
  const asked: NewWithdrawal = {
    customer: customer.id,
    request_id: request,
    coin: coin.at.coin,
    chain: coin.chain,
    asset: coin.at.asset,
    address_id: 1,
    address: recipient,
    memo: '',
    amount,
    fee,
    usdt_units: 0,
    planned,
  };
  const { id } = await database.db.transaction().execute((transaction) => withdrawals.add(transaction, asked));
  return id;
}

export function pick(
  { coins, customers }: Pick<Work, 'coins' | 'customers'>,
  index: number,
): [DrillCoin, DrillCustomer] {
  const coin = coins[index % coins.length];
  const customer = customers[Math.floor(index / coins.length) % customers.length];
  if (!coin || !customer) throw new Error('a drill has coins and customers');
  return [coin, customer];
}

/** A customer's initial balance of a coin, in units of the ledger. */
export function beginningOf({ at }: DrillCoin): bigint {
  return BigInt(beginningBalances[at.coin] ?? 0) * 10n ** BigInt(at.ledgerDecimals);
}
