import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lowerCaseAddress, type DataFee, type OwnEvmChain, type OwnEvmNetwork } from '@fft/chains';
import { createTestClient, http, parseTransaction, publicActions, type Address, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isOwnPaymentAt } from '../../../../testing/own-payments.ts';
import { type LyingNode, openLyingNode } from '../../../../testing/faults/lying-node.ts';
import { createQuickKeystore } from '../../../../testing/quick-keystore.ts';
import { withdrawalMacKey } from '../../../../testing/test-authority.ts';
import { openTestLedger, type TestLedger } from '../../../../testing/test-ledger.ts';
import { type Anvil, findAnvil, startAnvil } from '../../../../../demo/src/chain/anvil.ts';
import { type Bank, bankContracts, openBank } from '../../../../../demo/src/chain/bank.ts';
import { type DemoChains, openDemoChains } from '../../../../../demo/src/chain/demo-chains.ts';
import { limit } from '../../../../../demo/src/chain/limit.ts';
import type { Custody } from '../../custody.ts';
import { EvmChain } from './evm-chain.ts';

/** Two networks that settings alone describe, one of the OP stack and one of Arbitrum's, as real chains with the real signer. */
const confirmations = 3;
const ether = 10n ** 18n;
const gwei = 10n ** 9n;
/** ETH in the ledger's units. */
const one = 100_000_000;
const usdt = 1_000_000;
const recipient = `0x${'56'.repeat(20)}` as const;
/** What the double of the OP stack's oracle charges for a byte: for a payment of ETH ten times its gas. */
const perByte = 4_000n * gwei;
const oracle = '0x420000000000000000000000000000000000000F';

const terms = { fee: '0.5', min: '1', max: '500000', minDeposit: '0.5' };
const ownTerms = { fee: '0.0001', min: '0.0001', max: '200', minDeposit: '0.0001' };
const describedOf = (chain: OwnEvmChain, chainId: number, dataFee: DataFee): OwnEvmNetwork => ({
  chain,
  chainId,
  title: chain,
  own: 'ETH',
  blockSeconds: 2,
  confirmations,
  finality: 'depth',
  markedAfterSeconds: { safe: 1_200, finalized: 1_200 },
  dataFee,
  maxGwei: 100,
  minTip: 0n,
  coins: [
    { coin: 'USDT', contract: bankContracts.USDT, chainDecimals: 6, ...terms },
    { coin: 'ETH', contract: null, chainDecimals: 18, ...ownTerms },
  ],
});
const optimism = describedOf('EVM10', 10, 'optimism');
const arbitrum = describedOf('EVM42170', 42_170, 'arbitrum');

interface Depositor {
  readonly customer: number;
  readonly address: Address;
}

interface OwnPayment {
  readonly id: number;
  readonly kind: string;
  readonly amount: bigint;
  readonly gas: bigint;
}

/** A described network that mines on demand. */
interface Described {
  readonly anvil: Anvil;
  readonly bank: Bank;
  readonly client: ReturnType<typeof openClient>;
  /** What custody asks. */
  readonly node: LyingNode;
  readonly custody: Custody;
  readonly hot: Address;
  /** Mines with the same base fee, with a pass of custody after each block. */
  advance(blocks?: number): Promise<void>;
  /** A deposit to a new customer, credited. */
  deposit(contract: Address | null, amount: bigint): Promise<Depositor>;
  /** Its sweeps, and the gas for them. */
  payments(depositor: Depositor): Promise<readonly OwnPayment[]>;
  /** The price of gas that payments offer now. */
  price(): Promise<bigint>;
}

let folder: string;
let ledger: TestLedger;
let signer: DemoChains;
const opened: Described[] = [];
let op: Described;
let arb: Described;

function openClient(url: string) {
  return createTestClient({ mode: 'anvil', transport: http(url), cacheTime: 0 }).extend(publicActions);
}

/** Puts a contract in the oracle's place, which answers with what its argument, the number of bytes, costs. */
async function charge(client: ReturnType<typeof openClient>, price: bigint): Promise<void> {
  const word = price.toString(16).padStart(64, '0');
  await client.setCode({ address: oracle, bytecode: `0x7f${word}600435025f5260205ff3` });
}

async function open(description: OwnEvmNetwork): Promise<Described> {
  const { chain, chainId } = description;
  const program = findAnvil();
  if (program === null) throw new Error('the local chain needs Linux on x64');
  const own = join(folder, chain);
  await mkdir(own);
  const anvil = await startAnvil({ folder: own, blockSeconds: null, log: ledger.log, program, chainId });
  const bank = await openBank(anvil.url, { chainId, tokenDecimals: 6 });
  const client = openClient(anvil.url);
  const node = await openLyingNode(anvil.url);
  if (description.dataFee === 'optimism') {
    await charge(client, perByte);
    node.lies.set('eth_getTransactionReceipt', (receipt: object | null) => receipt && { ...receipt, l1Fee: '0x64' });
  } else node.lies.set('eth_estimateGas', (gas: Hex) => `0x${(BigInt(gas) + 50_000n).toString(16)}`);
  const { signerSocket } = signer;
  const contracts = { USDT: bankContracts.USDT };
  const settings = { chain, description, rpcUrls: [node.url], signerSocket, confirmations, contracts };
  const custody = await ledger.openCustody(settings, () => opened.map((one) => one.custody));
  const hot = lowerCaseAddress(custody.hot);
  const advance = async (blocks = 1): Promise<void> => {
    for (let block = 0; block < blocks; block += 1) {
      await client.setNextBlockBaseFeePerGas({ baseFeePerGas: gwei });
      await client.mine({ blocks: 1 });
      await custody.tick();
    }
  };
  await bank.send(null, hot, 10n * ether);
  await bank.send(bankContracts.USDT, hot, 1_000_000_000n);
  await advance();
  const described: Described = {
    anvil,
    bank,
    client,
    node,
    custody,
    hot,
    advance,
    deposit: async (contract, amount) => {
      const { customer, address } = await ledger.newAddress(chain);
      await bank.send(contract, lowerCaseAddress(address), amount);
      await advance(confirmations);
      return { customer, address: lowerCaseAddress(address) };
    },
    payments: async ({ customer, address }) => {
      const rows = await ledger.database.db
        .selectFrom('chain_payments')
        .innerJoin('chain_attempts', 'payment', 'id')
        .select(['id', 'purpose', 'state', 'amount', 'raw'])
        .where('chain', '=', chain)
        .where(isOwnPaymentAt(customer, address))
        .orderBy('id')
        .execute();
      return rows.map(({ id, purpose, state, amount, raw }) => {
        const { gas = 0n } = parseTransaction(raw as Hex);
        return { id, kind: `${purpose} ${state}`, amount: BigInt(amount), gas };
      });
    },
    price: async () => {
      const reader = new EvmChain(node.url);
      const [base, tip] = [await reader.baseFee(), await reader.tip()];
      return 2n * base + tip;
    },
  };
  opened.push(described);
  return described;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fft-costs-'));
  ledger = await openTestLedger(undefined, [optimism, arbitrum]);
  // A coin of ETH is worth 3,000 USDT.
  ledger.prices.worth = (coin, units) => (coin === 'ETH' ? (units * 3_000n) / 100n : units);
  const amounts = {
    native: { ...limit(ether), coin: 'ETH' },
    [bankContracts.USDT]: { ...limit(500_000_000_000n), coin: 'USDT', decimals: 6 },
  };
  const limits = { amounts, feeMax: String(ether / 20n), gasMax: String(ether / 50n) };
  const options = {
    dataDir: join(folder, 'signer'),
    withdrawalMacKey,
    blockSeconds: null,
    log: ledger.log,
    chains: [],
  };
  await createQuickKeystore(options.dataDir);
  signer = await openDemoChains({
    ...options,
    signer: { SIGNER_EVM: JSON.stringify({ EVM10: limits, EVM42170: limits }) },
  });
  op = await open(optimism);
  arb = await open(arbitrum);
});
afterAll(async () => {
  for (const { node, anvil } of opened) {
    await node.close();
    await anvil.stop();
  }
  await ledger.close();
  await signer.close();
  await rm(folder, { recursive: true, force: true });
});

async function withdraws(
  at: Described,
  chain: OwnEvmChain,
  fields: { customer: number; coin: string; amount: number },
) {
  const { id } = await ledger.approved({ ...fields, chain, address: recipient });
  await at.custody.tick();
  await at.advance(confirmations);
  expect((await ledger.withdrawal(id)).state).toBe('done');
  const payment = ledger.database.db
    .selectFrom('chain_payments')
    .innerJoin('chain_attempts', 'payment', 'id')
    .select(['raw', 'cost', 'txid'])
    .where('purpose', '=', 'withdrawal')
    .where('reference', '=', id);
  const { raw, cost, txid } = await payment.executeTakeFirstOrThrow();
  return { gas: parseTransaction(raw as Hex).gas, cost: BigInt(cost ?? 0), txid: txid as Hex };
}

const kinds = (payments: readonly OwnPayment[]) => payments.map(({ kind }) => kind);
const held = async (at: Described, coin: string) =>
  (await at.custody.checkSolvency()).find((line) => line.coin === coin)?.held ?? -1n;

describe('on a network whose contract quotes the charge for data', () => {
  /** The sizes that custody asks for are above those of its payments. */
  const data = { own: 150n * perByte, token: 220n * perByte };
  const cost = async () => {
    const price = await op.price();
    return { own: 21_000n * price + data.own, token: 100_000n * price + data.token };
  };

  test('a deposit of the own coin is swept once it is worth its data too, and twice that cost stays behind', async () => {
    const { own } = await cost();
    // Worth ten times its gas, and less than twice its data.
    const small = await op.deposit(null, ether / 1_000n);
    await op.advance(confirmations);
    expect(ledger.held(small.customer, 'ETH').available).toBe(one / 1_000);
    expect(kinds(await op.payments(small))).toEqual([]);
    const large = await op.deposit(null, ether / 100n);
    await op.advance(confirmations);
    const payments = await op.payments(large);
    expect(kinds(payments)).toEqual(['sweep done']);
    expect(payments[0]).toMatchObject({ amount: ether / 100n - 2n * own, gas: 21_000n });
  });

  test('a sweep isn’t signed once its address can’t pay for its data any more', async () => {
    const depositor = await op.deposit(null, ether / 100n);
    const { db } = ledger.database;
    const [sweep] = await op.payments(depositor);
    expect(sweep?.kind).toBe('sweep signed');
    // As if the signer had been away.
    const attempts = db.deleteFrom('chain_attempts').where('payment', '=', sweep?.id ?? 0);
    for (const { txid } of await attempts.returning('txid').execute())
      await op.client.dropTransaction({ hash: txid as Hex });
    await db
      .updateTable('chain_payments')
      .set({ state: 'reserved' })
      .where('id', '=', sweep?.id ?? 0)
      .execute();
    await charge(op.client, 4n * perByte);
    ledger.alarms.length = 0;
    await op.advance();
    expect(kinds(await op.payments(depositor))).toEqual([]);
    expect(ledger.alarms.join()).toContain('its address cannot pay the current fee');
    await charge(op.client, perByte);
    ledger.passTime(31_000);
    await op.advance(confirmations * 2);
    expect(kinds(await op.payments(depositor))).toEqual(['sweep done']);
  });

  test('an address gets the data of its sweep as gas, and a token’s deposit is worth both', async () => {
    const { own, token } = await cost();
    // Five times the gas of both payments is 5.5 USDT, five times their data 22.2.
    const small = await op.deposit(bankContracts.USDT, 15n * BigInt(usdt));
    await op.advance(confirmations);
    expect(ledger.held(small.customer, 'USDT').available).toBe(15 * usdt);
    expect(kinds(await op.payments(small))).toEqual([]);
    expect((5n * (own + token) * 3_000n) / ether).toBeGreaterThan(15n);
    const large = await op.deposit(bankContracts.USDT, 500n * BigInt(usdt));
    await op.advance(confirmations * 2);
    const payments = await op.payments(large);
    expect(kinds(payments)).toEqual(['gas done', 'sweep done']);
    expect(payments[0]?.amount).toBe(2n * token);
    expect(await op.bank.balance(bankContracts.USDT, large.address)).toBe(0n);
  });

  test('withdrawals go through, with what was charged for data in their cost', async () => {
    const { customer } = await op.deposit(bankContracts.USDT, 50n * BigInt(usdt));
    const rich = await op.deposit(null, ether / 10n);
    const [heldUsdt, heldEth] = [await held(op, 'USDT'), await held(op, 'ETH')];
    const paid = [
      await withdraws(op, 'EVM10', { customer, coin: 'USDT', amount: 20 * usdt }),
      await withdraws(op, 'EVM10', { customer: rich.customer, coin: 'ETH', amount: one / 20 }),
    ];
    expect(paid.map(({ gas }) => gas)).toEqual([100_000n, 21_000n]);
    for (const { txid, cost: noted } of paid) {
      const { gasUsed, effectiveGasPrice } = await op.client.getTransactionReceipt({ hash: txid });
      expect(noted).toBe(gasUsed * effectiveGasPrice + 100n);
    }
    expect(await op.bank.balance(bankContracts.USDT, recipient)).toBe(20n * BigInt(usdt));
    expect(await op.bank.balance(null, recipient)).toBe(ether / 20n);
    expect(heldUsdt - (await held(op, 'USDT'))).toBe(20n * BigInt(usdt));
    expect(heldEth - (await held(op, 'ETH'))).toBeGreaterThan(ether / 20n);
  });

  test('a withdrawal waits while the hot wallet has its gas, and not its data', async () => {
    const { customer } = await op.deposit(bankContracts.USDT, 50n * BigInt(usdt));
    await op.advance(confirmations * 2);
    const { token } = await cost();
    const before = await op.bank.balance(null, op.hot);
    const { id } = await ledger.approved({ customer, chain: 'EVM10', coin: 'USDT', address: recipient, amount: usdt });
    await op.client.setBalance({ address: op.hot, value: token - data.token / 2n });
    ledger.alarms.length = 0;
    await op.custody.tick();
    expect((await ledger.withdrawal(id)).state).toBe('approved');
    expect(ledger.alarms.join()).toContain('the hot wallet has too little');
    await op.client.setBalance({ address: op.hot, value: before });
    ledger.passTime(61_000);
    await op.custody.tick();
    await op.advance(confirmations);
    expect((await ledger.withdrawal(id)).state).toBe('done');
  });
});

describe('where data counts as gas', () => {
  /** A plain payment takes 50,000 more than its gas there; limits leave room for twice that, and four times for a token's. */
  const limits = { own: 121_000n, token: 300_000n };

  test('sweeps have room for it in their gas, in what is sent for it, and in what stays behind', async () => {
    const ofEth = await arb.deposit(null, ether / 100n);
    const ofToken = await arb.deposit(bankContracts.USDT, 500n * BigInt(usdt));
    const price = await arb.price();
    await arb.advance(confirmations * 2);
    expect(await arb.payments(ofEth)).toMatchObject([
      { kind: 'sweep done', gas: limits.own, amount: ether / 100n - 2n * limits.own * price },
    ]);
    expect(await arb.payments(ofToken)).toMatchObject([
      { kind: 'gas done', gas: limits.own, amount: 2n * limits.token * price },
      { kind: 'sweep done', gas: limits.token },
    ]);
    expect(await arb.bank.balance(bankContracts.USDT, ofToken.address)).toBe(0n);
  });

  test('withdrawals have room for it in their gas, and go through', async () => {
    const { customer } = await arb.deposit(bankContracts.USDT, 50n * BigInt(usdt));
    const rich = await arb.deposit(null, ether / 10n);
    const paid = [
      await withdraws(arb, 'EVM42170', { customer, coin: 'USDT', amount: 20 * usdt }),
      await withdraws(arb, 'EVM42170', { customer: rich.customer, coin: 'ETH', amount: one / 20 }),
    ];
    expect(paid.map(({ gas }) => gas)).toEqual([limits.token, limits.own]);
    expect(await arb.bank.balance(bankContracts.USDT, recipient)).toBe(20n * BigInt(usdt));
  });
});
