import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hotKey, PublicKeys, lowerCaseAddress } from '@fft/chains';
import { RefusedError } from '@fft/client';
import { calls, Code, type Deposit } from '@fft/contract';
import { pino } from 'pino';
import { createTestClient, getAddress, http, type Address, type TestClient } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { payPassword, startTestMoney, type MoneyCustomer, type TestMoney } from '../../../testing/test-money.ts';
import type { DemoChains } from '../../../../demo/src/chain/demo-chains.ts';
import type { EvmDemo } from '../../../../demo/src/chain/evm-demos.ts';
import { openTestChain } from '../../../testing/test-custody.ts';
import { waitFor } from '../../../testing/wait-for.ts';

const dayMs = 86_400_000;

let folder: string;
let demo: DemoChains;
let chain: EvmDemo;
let node: TestClient;
let money: TestMoney;
let anna: MoneyCustomer;
let li: MoneyCustomer;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fft-deposits-'));
  ({ demo, evm: chain } = await openTestChain(folder, pino({ level: 'silent' })));
  node = createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) });
  const { rpcUrl, contracts } = chain;
  const explorer = 'https://explorer.example/transaction/{tx}';
  const { signerSocket: SIGNER_SOCKET } = demo;
  money = await startTestMoney({
    NETWORKS: JSON.stringify({ ETH: { nodes: [rpcUrl], contracts, confirmations: 2, explorer } }),
    SIGNER_SOCKET,
  });
  anna = await money.customer('anna');
  li = await money.customer('li', 'zh');
  await demo.fund('ETH', await hotWallet());
});
afterAll(async () => {
  await money.exchange.stop();
  await demo.close();
  await rm(folder, { recursive: true, force: true });
});

const addressOf = async (who: MoneyCustomer): Promise<string> =>
  (await who.call(calls.deposits.address, { coin: 'USDT', chain: 'ETH' })).address;

/** Lets custody work without waiting for its next round. */
async function mine(blocks: number): Promise<void> {
  if (blocks > 0) await node.mine({ blocks });
  money.exchange.wake('custody.ETH');
}

/** Waits until the newest USDT deposit has this state; mines blocks at every try. */
function untilNewestIs(who: MoneyCustomer, state: Deposit['state'], blocks = 1): Promise<Deposit> {
  return waitFor(async () => {
    await mine(blocks);
    const [newest] = (await who.call(calls.deposits.history, { coin: 'USDT' })).items;
    if (newest?.state !== state) throw new Error(`the newest deposit is ${newest?.state}`);
    return newest;
  });
}

test('coins that can be deposited are listed in both languages', async () => {
  const [ether, dollars] = await anna.call(calls.deposits.coins, {});
  expect(ether).toMatchObject({ coin: 'ETH', name: 'Ethereum', chains: [{ chain: 'ETH', minDeposit: '0.00100000' }] });
  expect(dollars?.chains).toEqual([
    {
      chain: 'ETH',
      name: 'Ethereum (ERC20)',
      confirmations: 2,
      confirmedWithinSeconds: 24,
      minDeposit: '1.000000',
      contract: getAddress(chain.bank.usdt),
    },
  ]);
  // A coin without a followed chain has no address: a wrapped one would be another coin.
  const others = (await anna.call(calls.deposits.coins, {})).filter(({ chains }) => chains.length === 0);
  expect(others.map(({ coin }) => coin)).toEqual(['BTC', 'SOL', 'BNB', 'POL', 'LTC']);
  const [, inChinese] = await li.call(calls.deposits.coins, {});
  expect(inChinese).toMatchObject({ name: '泰达币', chains: [{ name: '以太坊 (ERC20)' }] });
});

test('each customer has one own address, the same for every coin and every time', async () => {
  const mine = await addressOf(anna);
  expect(mine).toMatch(/^0x[0-9a-fA-F]{40}$/);
  expect(await addressOf(anna)).toBe(mine);
  const ether = await anna.call(calls.deposits.address, { coin: 'ETH', chain: 'ETH' });
  expect(ether).toMatchObject({ address: mine, confirmations: 2, confirmedWithinSeconds: 24 });
  expect(await addressOf(li)).not.toBe(mine);
  const { uri } = await anna.call(calls.deposits.address, { coin: 'ETH', chain: 'ETH' });
  expect(uri).toBe(`ethereum:${mine}@31337`);
});

test('an address is refused for a coin that cannot be deposited and without a session', async () => {
  const refusal = async (asked: Promise<unknown>): Promise<unknown> => {
    const error = await asked.catch((thrown: unknown) => thrown);
    return error instanceof RefusedError ? { code: error.code, info: error.message } : error;
  };
  expect(await refusal(anna.call(calls.deposits.address, { coin: 'USDT', chain: 'SOL' }))).toMatchObject({ code: 404 });
  expect(await refusal(anna.call(calls.deposits.address, { coin: 'NONE', chain: 'ETH' }))).toMatchObject({ code: 404 });
  expect(await refusal(anna.call(calls.deposits.address, { coin: '', chain: 'ETH' }))).toMatchObject({ code: 400 });
  expect(await refusal(anna.call(calls.deposits.history, { cursor: 'x' }))).toMatchObject({ code: 400 });
  for (const call of [calls.deposits.coins, calls.deposits.history]) {
    expect(await refusal(money.exchange.anonymous.call(call, {}))).toMatchObject({ code: 1001 });
  }
  const read = money.exchange.anonymous.call(calls.deposits.address, { coin: 'ETH', chain: 'ETH' });
  expect(await refusal(read)).toMatchObject({ code: 1001 });
});

test('a deposit counts confirmations up to its credit, notifies the customer, and can be withdrawn over the chain', async () => {
  await chain.bank.send(chain.bank.usdt, lowerCaseAddress(await addressOf(anna)), 250_000_000n);
  await node.mine({ blocks: 1 });
  expect(await untilNewestIs(anna, 'confirming', 0)).toMatchObject({ amount: '250.000000', chain: 'ETH', needed: 2 });
  const credited = await untilNewestIs(anna, 'credited');
  expect(credited.confirmations).toBe(2);
  expect(credited.explorerUrl).toBe(`https://explorer.example/transaction/${credited.txid}`);
  const { accounts } = await anna.call(calls.assets.overview, {});
  expect(accounts.coin.find(({ coin }) => coin === 'USDT')).toMatchObject({ usable: '250.000000' });
  const { items } = await anna.call(calls.content.list, { limit: 20 });
  expect(items.map(({ title }) => title)).toContain('Your deposit has arrived');
  expect((await li.call(calls.deposits.history, {})).items).toEqual([]);

  const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
  const saved = { coin: 'USDT', chain: 'ETH', name: 'mine', address, payPassword };
  const { id: addressId } = await anna.call(calls.addresses.create, saved);
  money.clock.time += dayMs + 1;
  const fields = { coin: 'USDT', chain: 'ETH', amount: '100', addressId };
  await anna.call(calls.withdrawals.sendCode, fields);
  const code = await money.codeOf(anna);
  const { id } = await anna.call(calls.withdrawals.submit, { ...fields, requestId: 'out', code, payPassword });
  await waitFor(async () => {
    await mine(1);
    expect(await anna.call(calls.withdrawals.detail, { id })).toMatchObject({ state: 'done', arrives: '97.000000' });
  });
  const done = await anna.call(calls.withdrawals.detail, { id });
  if (!('state' in done)) throw new Error('the withdrawal has no details');
  expect(done.explorerUrl).toBe(`https://explorer.example/transaction/${done.txid}`);
  expect(await chain.bank.balance(chain.bank.usdt, lowerCaseAddress(address))).toBe(97_000_000n);
}, 60_000);

test('coins are withdrawn over the chain that is followed, and not over others', async () => {
  const coins = await anna.call(calls.withdrawals.coins, {});
  expect(coins.map(({ coin, chains }) => `${coin} ${chains.map(({ chain: name }) => name).join()}`)).toEqual([
    'ETH ETH',
    'USDT ETH',
    'USDC ETH',
  ]);
  const solana = anna.call(calls.withdrawals.detail, { coin: 'USDT', chain: 'SOL' });
  await expect(solana).rejects.toMatchObject({ code: 404 });
});

test('the deposit history pages by cursor, newest first', async () => {
  for (const amount of [2_000_000n, 3_000_000n]) {
    await chain.bank.send(chain.bank.usdt, lowerCaseAddress(await addressOf(li)), amount);
  }
  await untilNewestIs(li, 'credited');
  const first = await li.call(calls.deposits.history, { limit: 1 });
  expect(first.items.map(({ amount }) => amount)).toEqual(['3.000000']);
  const second = await li.call(calls.deposits.history, { limit: 1, cursor: first.next ?? '' });
  expect(second).toMatchObject({ items: [{ amount: '2.000000' }], next: null });
});

test('a withdrawal to the exchange’s own wallets is refused', async () => {
  const { db } = money.exchange.database;
  const cold = `0x${'c01d'.repeat(10)}`;
  const [{ cold: before } = { cold: null }] = await db.selectFrom('custody_chains').select('cold').execute();
  await db.updateTable('custody_chains').set({ cold }).execute();
  for (const address of [await hotWallet(), cold]) {
    const saving = anna.call(calls.addresses.create, { coin: 'USDT', chain: 'ETH', name: 'hot', address, payPassword });
    await expect(saving).rejects.toMatchObject({
      code: Code.addressInvalid,
      message: 'This address is a wallet of the exchange itself',
    });
  }
  await db.updateTable('custody_chains').set({ cold: before }).execute();
});

test.each(['ETH', 'USDT'])(
  'a withdrawal of %s to a token’s own contract or to the zero address is refused',
  async (coin) => {
    const { db } = money.exchange.database;
    await hotWallet();
    const { contracts } = await db.selectFrom('custody_chains').select('contracts').executeTakeFirstOrThrow();
    const { USDT: followed = '' } = contracts;
    expect(followed).toMatch(/^0x[0-9a-f]{40}$/);
    const listed = '0xdAC17F958D2ee523a2206206994597C13D831ec7';
    for (const address of [followed, listed, listed.toLowerCase(), `0x${'0'.repeat(40)}`]) {
      const saving = anna.call(calls.addresses.create, { coin, chain: 'ETH', name: 'lost', address, payPassword });
      await expect(saving).rejects.toMatchObject({
        code: Code.addressInvalid,
        message: 'Money sent to this address would be lost',
      });
    }
  },
);

test('a withdrawal to a saved address that has become a wallet of the exchange is refused', async () => {
  const { db } = money.exchange.database;
  const address = `0x${'beef'.repeat(10)}`;
  const fields = { coin: 'USDT', chain: 'ETH', name: 'later', address, payPassword };
  const { id } = await anna.call(calls.addresses.create, fields);
  await db.updateTable('wallet_addresses').set({ usable_from: 0 }).execute();
  const [{ cold } = { cold: null }] = await db.selectFrom('custody_chains').select('cold').execute();
  await db.updateTable('custody_chains').set({ cold: address }).execute();
  const asking = anna.call(calls.withdrawals.sendCode, { coin: 'USDT', chain: 'ETH', amount: '20', addressId: id });
  await expect(asking).rejects.toMatchObject({
    code: Code.addressInvalid,
    message: 'This address is a wallet of the exchange itself',
  });
  await db.updateTable('custody_chains').set({ cold }).execute();
});

test('deposit addresses of Litecoin have their own form, wherever it was ever followed', async () => {
  const { db } = money.exchange.database;
  const { xpub } = await db.selectFrom('custody_chains').select('xpub').executeTakeFirstOrThrow();
  const kept = { chain: 'LTC', xpub, network: 'litecoin', confirmations: 12, contracts: '{}', hot: '[]' };
  await db.insertInto('custody_chains').values(kept).execute();
  const answer = await anna.call(calls.deposits.address, { coin: 'LTC', chain: 'LTC' });
  await db.deleteFrom('custody_chains').where('chain', '=', 'LTC').execute();
  expect(answer).toMatchObject({ confirmations: 12, uri: `litecoin:${answer.address}` });
  expect(answer.address).toMatch(/^ltc1q[02-9ac-hj-np-z]{38}$/);
});

/** Known once custody is open. */
function hotWallet(): Promise<Address> {
  const { db } = money.exchange.database;
  return waitFor(async () => {
    const { xpub } = await db.selectFrom('custody_chains').select('xpub').executeTakeFirstOrThrow();
    return lowerCaseAddress(new PublicKeys(xpub).addressOf(hotKey));
  });
}
