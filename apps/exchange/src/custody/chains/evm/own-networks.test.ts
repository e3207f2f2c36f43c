import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hotKey, lowerCaseAddress, paymentCall, PublicKeys, readSignedCall } from '@fft/chains';
import { consoleCalls } from '@fft/console-contract';
import { calls, type Deposit } from '@fft/contract';
import { pino } from 'pino';
import {
  createPublicClient,
  createTestClient,
  getAddress,
  http,
  parseEther,
  serializeTransaction,
  type Address,
  type TestClient,
} from 'viem';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type LyingNode, openLyingNode } from '../../../../testing/faults/lying-node.ts';
import { createQuickKeystore } from '../../../../testing/quick-keystore.ts';
import { withdrawalMacKey } from '../../../../testing/test-authority.ts';
import { startTestConsole, type TestConsole } from '../../../../testing/test-console.ts';
import { type MoneyCustomer, payPassword, type TestMoney } from '../../../../testing/test-money.ts';
import { waitUntil } from '../../../../testing/wait-for.ts';
import { type Anvil, findAnvil, startAnvil } from '../../../../../demo/src/chain/anvil.ts';
import { type Bank, openBank } from '../../../../../demo/src/chain/bank.ts';
import { type DemoChains, openDemoChains } from '../../../../../demo/src/chain/demo-chains.ts';
import { limit } from '../../../../../demo/src/chain/limit.ts';
import { SignerClient } from '../../payments/signer-client.ts';

/** A real chain whose id the code doesn't know, over two nodes, with the real signer: settings alone describe it. */
const chain = 'EVM59144';
const chainId = 59_144;
const ether = 10n ** 18n;
const dayMs = 86_400_000;
const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const log = pino({ level: 'silent' });

let folder: string;
let anvil: Anvil;
let bank: Bank;
let signer: DemoChains;
let second: LyingNode;
let node: TestClient;
let fft: TestConsole;
let money: TestMoney;
let anna: MoneyCustomer;
let hot: Address;

function settingsOf(contract: Address): Record<string, string> {
  const terms = { fee: '0.5', min: '5', max: '500000', minDeposit: '1' };
  return {
    NETWORKS: JSON.stringify({
      [chain]: {
        nodes: [anvil.url, second.url],
        title: 'Linea',
        coin: 'ETH',
        confirmations: 2,
        blockSeconds: 3,
        maxGwei: 50,
        dataFee: 'none',
        explorer: 'https://explorer.example',
        coins: {
          USDT: { contract, decimals: 6, ...terms },
          ETH: { contract: 'native', fee: '0.0001', min: '0.001', max: '200', minDeposit: '0.001' },
        },
      },
    }),
    SIGNER_SOCKET: signer.signerSocket,
    // Every deposit needs the word of both nodes.
    SECOND_NODE_FROM_USDT: '0',
  };
}

function signerSettings({ contracts: { USDT: usdt, USDC: usdc } }: Bank): string {
  const amounts = {
    native: { ...limit(ether), coin: 'ETH' },
    [usdt]: { ...limit(500_000_000_000n), coin: 'USDT', decimals: 6 },
    [usdc]: { ...limit(500_000_000_000n), coin: 'USDC', decimals: 6 },
  };
  return JSON.stringify({ [chain]: { amounts, feeMax: String(ether / 20n), gasMax: String(ether / 50n) } });
}

beforeAll(async () => {
  const program = findAnvil();
  if (program === null) throw new Error('the local chain needs Linux on x64');
  folder = await mkdtemp(join(tmpdir(), 'fft-own-'));
  anvil = await startAnvil({ folder, blockSeconds: null, log, program, chainId });
  bank = await openBank(anvil.url, { chainId, tokenDecimals: 6 });
  second = await openLyingNode(anvil.url);
  node = createTestClient({ mode: 'anvil', transport: http(anvil.url) });
  const dataDir = join(folder, 'signer');
  const options = { dataDir, withdrawalMacKey, blockSeconds: null, log, chains: [] };
  await createQuickKeystore(dataDir);
  signer = await openDemoChains({ ...options, signer: { SIGNER_EVM: signerSettings(bank) } });
  fft = await startTestConsole(settingsOf(bank.usdt));
  ({ money } = fft);
  anna = await money.customer('anna');
  hot = await vi.waitFor(
    async () => {
      const chains = money.exchange.database.db.selectFrom('custody_chains').select('xpub');
      const row = await chains.executeTakeFirstOrThrow();
      return lowerCaseAddress(new PublicKeys(row.xpub).addressOf(hotKey));
    },
    { timeout: 15_000 },
  );
  await bank.send(null, hot, parseEther('10'));
  await bank.send(bank.usdt, hot, 1_000_000_000n);
  await node.mine({ blocks: 1 });
});
afterAll(async () => {
  await money.exchange.stop();
  await signer.close();
  await second.close();
  await anvil.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Mines a block, and lets custody work on it without waiting for its next round. */
async function mine(): Promise<void> {
  await node.mine({ blocks: 1 });
  money.exchange.wake(`custody.${chain}`);
}

/** Waits until custody has read the newest block. */
async function untilRead(): Promise<void> {
  const newest = Number(await createPublicClient({ transport: http(anvil.url) }).getBlockNumber());
  const read = money.exchange.database.db.selectFrom('chain_blocks').where('chain', '=', chain).select('height');
  await waitUntil(async () => (await read.where('height', '=', newest).execute()).length > 0);
}

async function newestDeposit(coin = 'USDT'): Promise<Deposit | undefined> {
  await mine();
  return (await anna.call(calls.deposits.history, { coin })).items[0];
}
const patience = { timeout: 30_000, interval: 50 };

test('customers read its title, depth and time, and their address there', async () => {
  const dollars = (await anna.call(calls.deposits.coins, {})).find(({ coin }) => coin === 'USDT');
  expect(dollars?.chains).toEqual([
    {
      chain,
      name: 'Linea',
      confirmations: 2,
      confirmedWithinSeconds: 6,
      minDeposit: '1.000000',
      contract: getAddress(bank.usdt),
    },
  ]);
  const { address, uri } = await anna.call(calls.deposits.address, { coin: 'USDT', chain });
  expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
  const chains = money.exchange.database.db.selectFrom('custody_chains').select(['chain', 'network']);
  expect(await chains.execute()).toEqual([{ chain, network: String(chainId) }]);
  expect(uri).toContain(`@${chainId}`);
});

test('the console names it, and the known networks in both languages', async () => {
  const { networks } = await fft.by.treasury.call(consoleCalls.dashboard.read, { hours: 1 });
  expect(networks[chain]).toEqual({ zh: 'Linea', en: 'Linea' });
  expect(networks['ETH']).toEqual({ zh: '以太坊 (ERC20)', en: 'Ethereum (ERC20)' });
});

test('a deposit is credited once both nodes have it, and links to its explorer', async () => {
  const { address } = await anna.call(calls.deposits.address, { coin: 'USDT', chain });
  second.isAway = true;
  await bank.send(bank.usdt, lowerCaseAddress(address), 250_000_000n);
  await vi.waitFor(async () => {
    const deposit = await newestDeposit();
    expect(deposit).toMatchObject({ state: 'confirming', confirmations: 2, amount: '250.000000' });
    expect(deposit?.explorerUrl).toBe(`https://explorer.example/tx/${deposit?.txid}`);
  }, patience);
  // Each round credits what the blocks before it brought.
  for (let tries = 0; tries < 5; tries += 1) {
    await untilRead();
    expect(await newestDeposit()).toMatchObject({ state: 'confirming' });
  }
  second.isAway = false;
  await vi.waitFor(async () => {
    // Custody asks it again after a while.
    money.clock.time += 31_000;
    expect(await newestDeposit()).toMatchObject({ state: 'credited', chain });
  }, patience);
  const { items } = await anna.call(calls.content.list, { limit: 20 });
  const arrived = items.find(({ title }) => title === 'Your deposit has arrived');
  expect(JSON.stringify(arrived)).toContain('Linea');
});

test('its own coin is credited as the coin that the settings name', async () => {
  const { address } = await anna.call(calls.deposits.address, { coin: 'ETH', chain });
  await bank.send(null, lowerCaseAddress(address), parseEther('0.5'));
  await vi.waitFor(async () => {
    expect(await newestDeposit('ETH')).toMatchObject({ state: 'credited', amount: '0.50000000', chain });
  }, patience);
});

test('an address there is checked as on the other EVM networks', async () => {
  const save = (address: string) =>
    anna.call(calls.addresses.create, { coin: 'USDT', chain, name: address.slice(0, 8), address, payPassword });
  for (const address of ['TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', `0x${'0'.repeat(40)}`, bank.usdt, hot])
    await expect(save(address)).rejects.toMatchObject({ code: 3001 });
});

test('operators list a further token there, and pause and recover over it as over the others', async () => {
  const { tokens, recoveries, networks, operators } = consoleCalls;
  const { market, treasury } = fft.by;
  expect((await market.call(tokens.list, {})).networks).toEqual([chain]);
  expect((await treasury.call(recoveries.list, {})).networks).toEqual([chain]);
  const followed = (await treasury.call(networks.list, {})).networks;
  expect(followed.map((one) => `${one.chain} ${one.coin ?? 'all'}`)).toEqual([
    `${chain} all`,
    `${chain} USDT`,
    `${chain} ETH`,
  ]);

  const { USDC: contract } = bank.contracts;
  const { id: check } = await market.call(tokens.check, { chain, contract });
  const answered = async () => (await market.call(tokens.list, {})).checks.find(({ id }) => id === check)?.answer;
  await vi.waitFor(async () => {
    money.exchange.wake(`custody.${chain}`);
    expect(await answered()).toMatchObject({ decimals: 6, findings: [], signer: { coin: 'USDC', decimals: 6 } });
  }, patience);
  const wanted = { check, fee: '0.5', min: '5', max: '1000', minDeposit: '1' };
  const taken = market.call(tokens.propose, { ...wanted, coin: 'USDT' });
  await expect(taken).rejects.toMatchObject({ code: 409 });
  const { approval } = await market.call(tokens.propose, { ...wanted, coin: 'USDC' });
  const other = await fft.operator('second.market', 'market');
  await other.call(operators.decide, { id: approval, agree: true });
  await vi.waitFor(async () => {
    money.exchange.wake(`custody.${chain}`);
    expect((await market.call(tokens.list, {})).tokens).toMatchObject([{ chain, coin: 'USDC', open: true }]);
  }, patience);
  const { address } = await anna.call(calls.deposits.address, { coin: 'USDC', chain });
  await bank.send(contract, lowerCaseAddress(address), 7_000_000n);
  await vi.waitFor(async () => {
    expect(await newestDeposit('USDC')).toMatchObject({ state: 'credited', amount: '7.000000', chain });
  }, patience);

  await treasury.call(networks.pause, { chain, direction: 'deposits', paused: true });
  await expect(anna.call(calls.deposits.address, { coin: 'USDC', chain })).rejects.toMatchObject({ code: 409 });
  await treasury.call(networks.pause, { chain, direction: 'deposits', paused: false });
}, 60_000);

test('a withdrawal is signed for its chain id by the real signer, and lands', async () => {
  const saved = { coin: 'USDT', chain, name: 'mine', address: recipient, payPassword };
  const { id: addressId } = await anna.call(calls.addresses.create, saved);
  money.clock.time += dayMs + 1;
  const fields = { coin: 'USDT', chain, amount: '100', addressId };
  await anna.call(calls.withdrawals.sendCode, fields);
  const code = await money.codeOf(anna);
  const { id } = await anna.call(calls.withdrawals.submit, { ...fields, requestId: 'out', code, payPassword });
  const done = await vi.waitFor(async () => {
    await mine();
    const found = await anna.call(calls.withdrawals.detail, { id });
    expect(found).toMatchObject({ state: 'done', arrives: '99.500000' });
    return found;
  }, patience);
  if (!('state' in done)) throw new Error('the withdrawal has no details');
  expect(done.explorerUrl).toBe(`https://explorer.example/tx/${done.txid}`);
  expect(await bank.balance(bank.usdt, lowerCaseAddress(recipient))).toBe(99_500_000n);
  const attempts = money.exchange.database.db
    .selectFrom('chain_attempts')
    .select('raw')
    .where('txid', '=', String(done.txid));
  expect((await readSignedCall((await attempts.executeTakeFirstOrThrow()).raw))?.chainId).toBe(chainId);
});

test('the signer signs no bytes of another network under its name', async () => {
  const client = new SignerClient(signer.signerSocket);
  const ask = (id: number) =>
    client.sign({
      chain,
      key: hotKey,
      purpose: 'gas',
      reference: 1,
      deposit: 1,
      transaction: serializeTransaction({
        type: 'eip1559',
        chainId: id,
        nonce: 900,
        gas: 21_000n,
        maxFeePerGas: 1n,
        ...paymentCall({ token: null, to: recipient, amount: 1n }),
      }),
    });
  for (const other of [1, 10, 8_453]) await expect(ask(other)).rejects.toThrow(`the transaction is for chain ${other}`);
});
