import { toChainUnits } from '@fft/chains';
import { calls } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import { verifyBooks } from '../../src/ledger/reconciliation/verify-books.ts';
import type { CustodyStage } from './stage.ts';
import {
  beginningOf,
  type DrillCoin,
  type DrillCustomer,
  type DrillDeposit,
  type DrillWithdrawal,
} from './workload.ts';

export interface Done {
  readonly coins: readonly DrillCoin[];
  readonly customers: readonly DrillCustomer[];
  readonly deposits: readonly DrillDeposit[];
  readonly withdrawals: readonly DrillWithdrawal[];
  /** Holdings before the drill, in the chain's units. */
  readonly heldBefore: ReadonlyMap<DrillCoin, bigint>;
  /** Transactions whose transfers only lying nodes have. */
  readonly invented: ReadonlySet<string>;
}

/** Totals of one coin on one chain, in the chain's units. */
export interface CoinLine {
  readonly coin: DrillCoin;
  readonly deposited: bigint;
  readonly paid: bigint;
  /** Network fees. */
  readonly fees: bigint;
  readonly held: bigint;
  readonly expected: bigint;
}

/** Returns every wrong result, and the totals. */
export async function judgeCustody(stage: CustodyStage, done: Done): Promise<{ found: string[]; lines: CoinLine[] }> {
  const lines = await Promise.all(done.coins.map((coin) => lineOf(stage, done, coin)));
  const found = [
    ...(await depositsThatDiffer(stage, done)),
    ...(await paymentsThatDiffer(done)),
    ...(await balancesThatDiffer(stage, done)),
    ...lines
      .filter(({ held, expected }) => held !== expected)
      .map(({ coin, held, expected }) => `${nameOf(coin)}: ${held} held, ${expected} expected`),
  ];
  const { differences } = await verifyBooks({ url: stage.url, say: () => undefined });
  return { found: [...found, ...differences], lines };
}

const nameOf = ({ at, chain }: DrillCoin): string => `${at.coin} on ${chain}`;

const unitsOf = ({ at }: DrillCoin, amount: number): bigint =>
  toChainUnits(amount, at.ledgerDecimals, at.chainDecimals);

async function lineOf(stage: CustodyStage, done: Done, coin: DrillCoin): Promise<CoinLine> {
  const sumOf = (amounts: readonly number[]): bigint => amounts.reduce((sum, one) => sum + unitsOf(coin, one), 0n);
  const isOfCoin = (one: { readonly coin: DrillCoin }): boolean => one.coin === coin;
  const deposited = sumOf(done.deposits.filter(isOfCoin).map(({ amount }) => amount));
  const paid = sumOf(done.withdrawals.filter(isOfCoin).map(({ amount, fee }) => amount - fee));
  const fees = coin.at.contract === null ? await coin.network.fees(stage.database) : 0n;
  const expected = (done.heldBefore.get(coin) ?? 0n) + deposited - paid - fees;
  return { coin, deposited, paid, fees, held: await heldOf(stage, coin, done.customers), expected };
}

/** Reads from the chain the balances of the hot wallet and of all customers' addresses. */
export async function heldOf(
  { networks }: CustodyStage,
  { chain, network, at }: DrillCoin,
  customers: readonly DrillCustomer[],
): Promise<bigint> {
  const addresses = [networks.get(chain)?.hot, ...customers.map((one) => one.addresses[chain])];
  return network.balance(
    at.contract,
    addresses.filter((one) => one !== undefined),
  );
}

/** Each deposit is recorded once and credited; what lying nodes invented may be recorded, and is credited nowhere. */
async function depositsThatDiffer(
  { database }: CustodyStage,
  { deposits, invented }: Pick<Done, 'deposits' | 'invented'>,
): Promise<string[]> {
  const rows = new Set(await database.db.selectFrom('chain_deposits').selectAll().execute());
  const found = deposits.flatMap(({ txid, customer, amount, coin }) => {
    const there = [...rows].filter((row) => row.txid === txid && row.amount === amount && row.customer === customer.id);
    for (const row of there) rows.delete(row);
    const isRight = there.length === 1 && there[0]?.state === 'credited';
    return isRight ? [] : [`the deposit ${txid} of ${amount} ${nameOf(coin)} is recorded ${there.length} times`];
  });
  const others = [...rows].flatMap(({ txid, chain, coin, amount, state }) => {
    const isHarmless = invented.has(txid) && (state === 'seen' || state === 'orphaned');
    return isHarmless ? [] : [`a deposit of ${amount} ${coin} on ${chain}, which no one made, is ${state}: ${txid}`];
  });
  return [...found, ...others];
}

/** Compares the balance of each recipient, who gets one payment only. */
async function paymentsThatDiffer({ withdrawals }: Done): Promise<string[]> {
  const found: string[] = [];
  for (const { coin, recipient, amount, fee } of withdrawals) {
    const arrived = await coin.network.balance(coin.at.contract, [recipient]);
    const due = unitsOf(coin, amount - fee);
    if (arrived !== due) found.push(`${recipient} has ${arrived} ${nameOf(coin)}, and should have ${due}`);
  }
  return found;
}

/** A coin's balance is one, over whatever chains it came and went. */
async function balancesThatDiffer(stage: CustodyStage, done: Done): Promise<string[]> {
  const found: string[] = [];
  const coins = new Map(done.coins.map((coin) => [coin.at.coin, coin]));
  for (const customer of done.customers) {
    const { accounts } = await stage.exchange().clientOf(customer.token).call(calls.assets.overview, {});
    for (const [name, coin] of coins) {
      const isTheirs = (one: DrillDeposit | DrillWithdrawal): boolean =>
        one.customer === customer && one.coin.at.coin === name;
      const sumOf = (all: readonly (DrillDeposit | DrillWithdrawal)[]): bigint =>
        all.filter(isTheirs).reduce((sum, { amount }) => sum + BigInt(amount), 0n);
      const due = formatDecimal(
        beginningOf(coin) + sumOf(done.deposits) - sumOf(done.withdrawals),
        coin.at.ledgerDecimals,
      );
      const line = accounts.coin.find((one) => one.coin === name);
      if (line?.usable !== due || Number(line.frozen) !== 0)
        found.push(`customer ${customer.id} has ${line?.usable} and ${line?.frozen} ${name}, and should have ${due}`);
    }
  }
  return found;
}
