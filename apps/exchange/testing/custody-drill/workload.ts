import { setTimeout as delay } from 'node:timers/promises';
import { toChainUnits } from '@fft/chains';
import { calls } from '@fft/contract';
import { createEngine } from '@fft/engine';
import { MemoryJournal } from '@fft/journal';
import { ChainCoins, type ChainCoin } from '../../src/custody/coins.ts';
import { Directory } from '../../src/ledger/listings/directory.ts';
import { openListings } from '../../src/ledger/listings/open-listings.ts';
import { EngineHost } from '../../src/ledger/replica/engine-host.ts';
import { Gateway } from '../../src/ledger/gateway.ts';
import { createWithdrawals, type NewWithdrawal } from '../../src/funds/withdrawals/withdrawals.ts';
import { registerFunded } from '../gateway-process.ts';
import { testAuthority, testBlocks } from '../test-authority.ts';
import { outsideAddress } from '../test-litecoin-custody.ts';
import type { CustodyStage } from './stage.ts';

export interface DrillCustomer {
  readonly id: number;
  readonly token: string;
  readonly addresses: Readonly<Record<'ETH' | 'LTC', string>>;
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

export interface DrillCoin {
  readonly chain: 'ETH' | 'LTC';
  readonly at: ChainCoin;
  /** In units of the ledger: each customer's initial balance, in the books alone, and the smallest deposit and withdrawal. */
  readonly begins: number;
  readonly least: number;
  readonly fee: number;
}

export const customersOf = (count: number): number => Math.min(10, Math.max(2, Math.floor(count / 4)));

/** The coins of both chains, as listed. */
export async function drillCoins({ evm }: CustodyStage): Promise<DrillCoin[]> {
  const host = new EngineHost(new MemoryJournal(), createEngine);
  const onFatal = (error: unknown): never => {
    throw error;
  };
  await openListings(host, new Gateway({ journal: new MemoryJournal(), host, now: Date.now, onFatal }));
  const directory = new Directory(host.engine);
  const coinOf = (chain: 'ETH' | 'LTC', name: string): ChainCoin => {
    const coin = new ChainCoins(chain, directory, { network: String(evm.chainId), contracts: evm.contracts }).byName(
      name,
    );
    if (!coin) throw new Error(`${name} doesn't live on ${chain}`);
    return coin;
  };
  const whole = 100_000_000;
  return [
    { chain: 'ETH', at: coinOf('ETH', 'USDT'), begins: 50_000_000_000, least: 20_000_000, fee: 3_000_000 },
    { chain: 'ETH', at: coinOf('ETH', 'ETH'), begins: 4 * whole, least: 1_000_000, fee: 100_000 },
    { chain: 'LTC', at: coinOf('LTC', 'LTC'), begins: 200 * whole, least: 10_000_000, fee: 100_000 },
  ];
}

export async function registerCustomers(stage: CustodyStage, count: number): Promise<DrillCustomer[]> {
  const customers: DrillCustomer[] = [];
  for (let index = 0; index < count; index += 1) {
    const name = `drill-${index}`;
    const token = await registerFunded(stage.exchange(), name, { USDT: '50000', ETH: '4', LTC: '200' });
    const client = stage.exchange().clientOf(token);
    const { address: ethereum } = await client.call(calls.deposits.address, { coin: 'ETH', chain: 'ETH' });
    const { address: litecoin } = await client.call(calls.deposits.address, { coin: 'LTC', chain: 'LTC' });
    const { id } = await stage.database.db
      .selectFrom('customers')
      .select('id')
      .where('email', '=', `${name}@test.example`)
      .executeTakeFirstOrThrow();
    customers.push({ id, token, addresses: { ETH: ethereum, LTC: litecoin } });
  }
  return customers;
}

/** Work of a drill: one after the other with pauses, each recorded once it is done. */
export interface Work {
  readonly coins: readonly DrillCoin[];
  readonly customers: readonly DrillCustomer[];
  readonly count: number;
  readonly pauseMs: number;
}

export async function makeDeposits(stage: CustodyStage, work: Work): Promise<DrillDeposit[]> {
  const done: DrillDeposit[] = [];
  for (let index = 0; index < work.count; index += 1) {
    const [coin, customer] = pick(work, index);
    // Each amount is different, so that none can be mistaken for another.
    const amount = coin.least + index;
    const units = toChainUnits(amount, coin.at.ledgerDecimals, coin.at.chainDecimals);
    const to = customer.addresses[coin.chain];
    const txid = await stage.networks[coin.chain].pay(coin.at.contract, to, units);
    done.push({ coin, customer, amount, txid });
    await delay(work.pauseMs);
  }
  return done;
}

/** Inserts the rows of requested withdrawals whose money is not frozen yet: the exchange finds and continues them. */
export async function makeWithdrawals({ database }: CustodyStage, work: Work): Promise<DrillWithdrawal[]> {
  const authority = testAuthority();
  const withdrawals = createWithdrawals({
    db: database.db,
    host: { engine: { withdrawal: () => null } },
    authority,
    blocks: testBlocks(authority),
    now: Date.now,
  });
  const done: DrillWithdrawal[] = [];
  for (let index = 0; index < work.count; index += 1) {
    const [coin, customer] = pick(work, index);
    const [amount, fee] = [coin.least + coin.fee + index, coin.fee];
    const recipient =
      coin.chain === 'LTC' ? outsideAddress(10_000 + index) : `0x${index.toString(16).padStart(40, 'd')}`;
    const { asset } = coin.at;
    const asked: NewWithdrawal = {
      customer: customer.id,
      request_id: `drill-${index}`,
      coin: coin.at.coin,
      chain: coin.chain,
      asset,
      address_id: 1,
      address: recipient,
      memo: '',
      amount,
      fee,
      usdt_units: 0,
      planned: 'approved',
    };
    await database.db.transaction().execute((transaction) => withdrawals.add(transaction, asked));
    done.push({ coin, customer, amount, fee, recipient });
    await delay(work.pauseMs);
  }
  return done;
}

function pick({ coins, customers }: Work, index: number): [DrillCoin, DrillCustomer] {
  const coin = coins[index % coins.length];
  const customer = customers[Math.floor(index / coins.length) % customers.length];
  if (!coin || !customer) throw new Error('a drill has coins and customers');
  return [coin, customer];
}
