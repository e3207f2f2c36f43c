import { lowerCaseAddress, toChainUnits } from '@fft/chains';
import { calls } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import type { Hex } from 'viem';
import { EvmChain } from '../../src/custody/evm/evm-chain.ts';
import { callLitecoind } from '../../src/demo/chain/litecoind.ts';
import { verifyBooks } from '../../src/ledger/reconciliation/verify-books.ts';
import type { CustodyStage } from './stage.ts';
import type { DrillCoin, DrillCustomer, DrillDeposit, DrillWithdrawal } from './workload.ts';

export interface Done {
  readonly coins: readonly DrillCoin[];
  readonly customers: readonly DrillCustomer[];
  readonly deposits: readonly DrillDeposit[];
  readonly withdrawals: readonly DrillWithdrawal[];
  /** Holdings before the drill, by coin, in the chain's units. */
  readonly heldBefore: ReadonlyMap<string, bigint>;
}

/** Totals of one coin, in the chain's units. */
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
    ...(await paymentsThatDiffer(stage, done)),
    ...(await balancesThatDiffer(stage, done)),
    ...lines
      .filter(({ held, expected }) => held !== expected)
      .map(({ coin, held, expected }) => `${coin.at.coin}: ${held} held, ${expected} expected`),
  ];
  const { differences } = await verifyBooks({ url: stage.url, say: () => undefined });
  return { found: [...found, ...differences], lines };
}

const unitsOf = ({ at }: DrillCoin, amount: number): bigint =>
  toChainUnits(amount, at.ledgerDecimals, at.chainDecimals);

async function lineOf(stage: CustodyStage, done: Done, coin: DrillCoin): Promise<CoinLine> {
  const sumOf = (amounts: readonly number[]): bigint => amounts.reduce((sum, one) => sum + unitsOf(coin, one), 0n);
  const isOfCoin = (one: { readonly coin: DrillCoin }): boolean => one.coin === coin;
  const deposited = sumOf(done.deposits.filter(isOfCoin).map(({ amount }) => amount));
  const paid = sumOf(done.withdrawals.filter(isOfCoin).map(({ amount, fee }) => amount - fee));
  const fees = coin.at.contract === null ? await feesOf(stage, coin.chain) : 0n;
  const expected = (done.heldBefore.get(coin.at.coin) ?? 0n) + deposited - paid - fees;
  return { coin, deposited, paid, fees, held: await heldOf(stage, coin, done.customers), expected };
}

/** Network fees of our payments. On Ethereum they are read from the chain: a node that lost more blocks than the required confirmations includes an ended payment in another block, at another price. */
async function feesOf({ database: { db }, evm }: CustodyStage, chain: DrillCoin['chain']): Promise<bigint> {
  if (chain === 'LTC') {
    const payments = await db.selectFrom('chain_payments').select('cost').where('chain', '=', chain).execute();
    return payments.reduce((sum, { cost }) => sum + BigInt(cost ?? 0), 0n);
  }
  const attempts = await db
    .selectFrom('chain_attempts')
    .innerJoin('chain_payments', 'chain_payments.id', 'chain_attempts.payment')
    .select('txid')
    .where('chain', '=', chain)
    .execute();
  const node = new EvmChain(evm.rpcUrl);
  const receipts = await Promise.all(attempts.map(({ txid }) => node.receipt(txid as Hex)));
  return receipts.reduce((sum, receipt) => sum + (receipt?.cost ?? 0n), 0n);
}

/** Reads from the chain the balances of the hot wallet and of all customers' addresses. */
export async function heldOf(
  stage: CustodyStage,
  coin: DrillCoin,
  customers: readonly DrillCustomer[],
): Promise<bigint> {
  const addresses = [stage.hot[coin.chain], ...customers.map((one) => one.addresses[coin.chain])];
  return balanceOf(stage, coin, addresses);
}

async function balanceOf({ evm, litecoin }: CustodyStage, coin: DrillCoin, addresses: readonly string[]) {
  if (coin.chain === 'LTC') {
    const descriptors = addresses.map((address) => `addr(${address})`);
    const found = await callLitecoind(litecoin.rpcUrl, 'scantxoutset', ['start', descriptors]);
    return BigInt(Math.round((found as { total_amount: number }).total_amount * 1e8));
  }
  const contract = coin.at.contract === null ? null : lowerCaseAddress(coin.at.contract);
  const balances = await Promise.all(addresses.map((address) => evm.bank.balance(contract, lowerCaseAddress(address))));
  return balances.reduce((sum, one) => sum + one, 0n);
}

async function depositsThatDiffer({ database }: CustodyStage, { deposits }: Done): Promise<string[]> {
  const rows = await database.db.selectFrom('chain_deposits').selectAll().execute();
  const found = deposits.flatMap(({ txid, customer, amount, coin }) => {
    const there = rows.filter((row) => row.txid === txid);
    const isRight =
      there.length === 1 &&
      there[0]?.state === 'credited' &&
      there[0].customer === customer.id &&
      there[0].amount === amount;
    return isRight ? [] : [`the deposit ${txid} of ${amount} ${coin.at.coin} is recorded ${there.length} times`];
  });
  return rows.length === deposits.length
    ? found
    : [...found, `${rows.length} deposits are recorded, ${deposits.length} expected`];
}

/** Compares the balance of each recipient, who gets one payment only. */
async function paymentsThatDiffer(stage: CustodyStage, { withdrawals }: Done): Promise<string[]> {
  const found: string[] = [];
  for (const { coin, recipient, amount, fee } of withdrawals) {
    const arrived = await balanceOf(stage, coin, [recipient]);
    const due = unitsOf(coin, amount - fee);
    if (arrived !== due) found.push(`${recipient} has ${arrived} ${coin.at.coin}, and should have ${due}`);
  }
  return found;
}

async function balancesThatDiffer(stage: CustodyStage, done: Done): Promise<string[]> {
  const found: string[] = [];
  for (const customer of done.customers) {
    const { accounts } = await stage.exchange().clientOf(customer.token).call(calls.assets.overview, {});
    for (const coin of done.coins) {
      const isHis = (one: DrillDeposit | DrillWithdrawal): boolean => one.customer === customer && one.coin === coin;
      const sumOf = (all: readonly (DrillDeposit | DrillWithdrawal)[]): number =>
        all.filter(isHis).reduce((sum, { amount }) => sum + amount, 0);
      const due = formatDecimal(coin.begins + sumOf(done.deposits) - sumOf(done.withdrawals), coin.at.ledgerDecimals);
      const line = accounts.coin.find((one) => one.coin === coin.at.coin);
      if (line?.usable !== due || Number(line.frozen) !== 0)
        found.push(
          `customer ${customer.id} has ${line?.usable} and ${line?.frozen} ${coin.at.coin}, and should have ${due}`,
        );
    }
  }
  return found;
}
