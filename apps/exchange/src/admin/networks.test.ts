import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hotKey, lowerCaseAddress, PublicKeys } from '@fft/chains';
import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { pino } from 'pino';
import { createTestClient, http, parseEther, publicActions, walletActions, type Address } from 'viem';
import { foundry } from 'viem/chains';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { openTestChain } from '../../testing/test-custody.ts';
import { approveViewed, startTestConsole, type TestConsole, type TestOperator } from '../../testing/test-console.ts';
import { payPassword, type MoneyCustomer } from '../../testing/test-money.ts';
import { refusal } from '../../testing/test-withdrawals.ts';
import { readAudit } from '../audit/audit.ts';
import type { DemoChains } from '../../../demo/src/chain/demo-chains.ts';
import type { EvmDemo } from '../../../demo/src/chain/evm-demos.ts';

/** What a pause stops, on a real chain with a real signer: nothing is credited or signed until it ends, and all of it then. */
const patience = { timeout: 30_000, interval: 50 };
const dayMs = 86_400_000;
const recipient: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const { networks } = consoleCalls;
const nothingPaused = { deposits: false, withdrawals: false };

let folder: string;
let demo: DemoChains;
let chain: EvmDemo;
let fft: TestConsole;
let treasury: TestOperator;
let anna: MoneyCustomer;
const db = () => fft.money.exchange.database.db;
const node = () =>
  createTestClient({ mode: 'anvil', chain: foundry, transport: http(chain.rpcUrl), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fft-pauses-'));
  ({ demo, evm: chain } = await openTestChain(folder, pino({ level: 'silent' })));
  fft = await startTestConsole({
    NETWORKS: JSON.stringify({ ETH: { nodes: [chain.rpcUrl], contracts: chain.contracts, confirmations: 2 } }),
    SIGNER_SOCKET: demo.signerSocket,
  });
  treasury = fft.by.treasury;
  anna = await fft.money.customer('anna');
  await vi.waitFor(async () => {
    if ((await list()).length === 0) throw new Error('no network is followed yet');
  }, patience);
  const keys = await db().selectFrom('custody_chains').selectAll().executeTakeFirstOrThrow();
  await demo.fund('ETH', lowerCaseAddress(new PublicKeys(keys.xpub, keys.hot).addressOf(hotKey)));
});
afterAll(async () => {
  await fft.money.exchange.stop();
  await demo.close();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => db().deleteFrom('network_pauses').execute());

const list = async () => (await treasury.call(networks.list, {})).networks;
const pause = (fields: { chain?: string; coin?: string; direction: 'deposits' | 'withdrawals'; paused?: boolean }) =>
  treasury.call(networks.pause, { chain: 'ETH', paused: true, ...fields });
const resume = (fields: { coin?: string; direction: 'deposits' | 'withdrawals' }) =>
  pause({ ...fields, paused: false });

/** Mines a block, and lets custody work on it without waiting for its next round. */
async function mine(): Promise<void> {
  await node().mine({ blocks: 1 });
  fft.money.exchange.wake('custody.ETH');
}

/** Mines blocks until custody has worked on a newer one than those before. */
async function custodyWorks(): Promise<void> {
  for (let block = 0; block < 4; block++) {
    await mine();
    const height = Number(await node().getBlockNumber());
    await vi.waitFor(async () => {
      const row = await db()
        .selectFrom('chain_blocks')
        .select(({ fn }) => fn.max('height').as('height'))
        .executeTakeFirstOrThrow();
      if (row.height < height) throw new Error('custody has not read the block');
    }, patience);
  }
}

const heldEth = async () => {
  const { accounts } = await anna.call(calls.assets.overview, {});
  return accounts.coin.find(({ coin }) => coin === 'ETH')?.usable ?? '0.00000000';
};
const stateOf = async (way: 'deposits' | 'withdrawals') => {
  const coins = await anna.call(way === 'deposits' ? calls.deposits.coins : calls.withdrawals.coins, {});
  return coins.find(({ coin }) => coin === 'ETH')?.chains.find(({ chain: name }) => name === 'ETH')?.paused ?? false;
};

test('paused deposits show no address, and what arrives is credited once they resume', async () => {
  const { address } = await anna.call(calls.deposits.address, { coin: 'ETH', chain: 'ETH' });
  await pause({ coin: 'ETH', direction: 'deposits' });
  expect([await stateOf('deposits'), await stateOf('withdrawals')]).toEqual([true, false]);
  const asked = anna.call(calls.deposits.address, { coin: 'ETH', chain: 'ETH' });
  expect(await refusal(asked)).toMatchObject({ code: Code.conflict, message: /are paused/ });
  // Another coin over the same network isn't paused.
  expect(await anna.call(calls.deposits.address, { coin: 'USDT', chain: 'ETH' })).toMatchObject({ coin: 'USDT' });

  const [from] = await node().getAddresses();
  if (!from) throw new Error('the chain has no account');
  await node().sendTransaction({ account: from, to: lowerCaseAddress(address), value: parseEther('2') });
  await custodyWorks();
  const [deposit] = (await anna.call(calls.deposits.history, { coin: 'ETH' })).items;
  expect(deposit).toMatchObject({ state: 'confirming', confirmations: 2, needed: 2 });
  expect(await heldEth()).toBe('0.00000000');

  await resume({ coin: 'ETH', direction: 'deposits' });
  const credited = async () => {
    await mine();
    return heldEth();
  };
  await expect.poll(credited, patience).toBe('2.00000000');
});

test('paused withdrawals are refused, an approved one waits unsigned, and goes on once they resume', async () => {
  const saved = { coin: 'ETH', chain: 'ETH', name: 'mine', address: recipient, payPassword };
  const { id: addressId } = await anna.call(calls.addresses.create, saved);
  fft.money.clock.time += dayMs + 1;
  treasury = await fft.enter(treasury.name, treasury.secret);
  const fields = { coin: 'ETH', chain: 'ETH', amount: '0.5', addressId };
  await anna.call(calls.withdrawals.sendCode, fields);
  const code = await fft.money.codeOf(anna);
  const { id } = await anna.call(calls.withdrawals.submit, { ...fields, requestId: 'out', code, payPassword });

  // All coins of the network, a moment before it is approved.
  await pause({ direction: 'withdrawals' });
  expect([await stateOf('deposits'), await stateOf('withdrawals')]).toEqual([false, true]);
  await approveViewed(treasury, Number(id));
  await approveViewed(await fft.operator('second.treasury', 'treasury'), Number(id)).catch(() => undefined);
  await custodyWorks();
  const row = () => db().selectFrom('withdrawals').selectAll().where('id', '=', Number(id)).executeTakeFirstOrThrow();
  expect((await row()).state).toBe('approved');
  expect(await db().selectFrom('chain_payments').selectAll().where('purpose', '=', 'withdrawal').execute()).toEqual([]);
  expect(await refusal(anna.call(calls.withdrawals.sendCode, fields))).toMatchObject({
    code: Code.conflict,
    message: /are paused/,
  });

  // A coin's own pause goes on when its network resumes.
  await pause({ coin: 'ETH', direction: 'withdrawals' });
  await resume({ direction: 'withdrawals' });
  expect(await stateOf('withdrawals')).toBe(true);
  await resume({ coin: 'ETH', direction: 'withdrawals' });
  await vi.waitFor(async () => {
    await mine();
    expect((await row()).state).toBe('done');
  }, patience);
});

test('each pause and its end is audited once, and the console lists it', async () => {
  await Promise.all([pause({ coin: 'USDT', direction: 'deposits' }), pause({ coin: 'USDT', direction: 'deposits' })]);
  const lines = await list();
  expect(lines[0]).toEqual({ chain: 'ETH', coin: null, ...nothingPaused });
  expect(lines.find(({ coin }) => coin === 'USDT')).toEqual({
    chain: 'ETH',
    coin: 'USDT',
    ...nothingPaused,
    deposits: true,
  });
  await resume({ coin: 'USDT', direction: 'deposits' });
  await resume({ coin: 'USDT', direction: 'deposits' });
  const audit = await readAudit(db(), { limit: 10, target: 'network ETH USDT' });
  expect(audit.map(({ act, operator }) => [act, operator])).toEqual([
    ['network.resume', treasury.name],
    ['network.pause', treasury.name],
  ]);
});

test('what isn’t followed can’t be paused, nor by those without the right', async () => {
  expect(await refusal(pause({ chain: 'DOGE', direction: 'deposits' }))).toMatchObject({ code: Code.notFound });
  expect(await refusal(pause({ coin: 'BTC', direction: 'deposits' }))).toMatchObject({ code: Code.notFound });
  const market = await fft.enter(fft.by.market.name, fft.by.market.secret);
  const asked = market.call(networks.pause, { chain: 'ETH', direction: 'deposits', paused: true });
  expect(await refusal(asked)).toMatchObject({ code: 403 });
  expect(await db().selectFrom('network_pauses').selectAll().execute()).toEqual([]);
});
