import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hostileTokens, hotKey, lowerCaseAddress, PublicKeys, testToken } from '@fft/chains';
import { consoleCalls, type TokenCheck } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import { pino } from 'pino';
import {
  createTestClient,
  encodeDeployData,
  getContractAddress,
  http,
  publicActions,
  walletActions,
  type Address,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { openTestChain } from '../../testing/test-custody.ts';
import { approveViewed, startTestConsole, type TestConsole, type TestOperator } from '../../testing/test-console.ts';
import { withdrawalMacKey } from '../../testing/test-authority.ts';
import { payPassword, type MoneyCustomer } from '../../testing/test-money.ts';
import { refusal } from '../../testing/test-withdrawals.ts';
import { readAudit } from '../audit/audit.ts';
import { type DemoChains, openDemoChains } from '../../../demo/src/chain/demo-chains.ts';
import { type EvmDemo, limitsOf } from '../../../demo/src/chain/evm-demos.ts';
import { limit } from '../../../demo/src/chain/limit.ts';

/** The whole way of a token on a real chain with a real signer: checked, agreed to, opened without a restart, deposited and withdrawn. */
const account = privateKeyToAccount('0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a');
const contractAt = (nonce: bigint): Address => lowerCaseAddress(getContractAddress({ from: account.address, nonce }));
/** The signer's settings list the first contract of this account, as a coin with 18 decimals. */
const gem = contractAt(0n);
const whole = 10n ** 18n;
const dayMs = 86_400_000;
const recipient = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

let folder: string;
let demo: DemoChains;
/** The signer after its restart, with other settings. */
let signer: DemoChains | null = null;
let chain: EvmDemo;
let fft: TestConsole;
let hot: Address;
let first: TestOperator;
let second: TestOperator;
let anna: MoneyCustomer;
const { tokens, markets, operators } = consoleCalls;
const db = () => fft.money.exchange.database.db;
const patience = { timeout: 30_000, interval: 50 };

const node = () =>
  createTestClient({ account, mode: 'anvil', chain: foundry, transport: http(chain.rpcUrl), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);

async function deploy(bytecode: Hex): Promise<Address> {
  const nonce = await node().getTransactionCount({ address: account.address });
  await node().deployContract({ abi: [], bytecode });
  await node().mine({ blocks: 1 });
  return contractAt(BigInt(nonce));
}

/** Where the exchange finds the signer. */
const socket = (): string => join(folder, 'signer.sock');
const log = pino({ level: 'silent' });
const listedAs = (coin: string) => ({ ...limit(500n * whole), coin, decimals: 18 });
const limitsWith = (more: object): string => JSON.stringify({ ...limitsOf(6), [gem]: listedAs('GEM'), ...more });

/** Stands in for its keepers: the same keys and log, with another list of tokens. */
async function restartSigner(more: object): Promise<void> {
  const settings = { SIGNER_CHAIN_ID: String(chain.chainId), SIGNER_LIMITS: limitsWith(more) };
  signer = await openDemoChains({
    dataDir: folder,
    withdrawalMacKey,
    blockSeconds: null,
    log,
    chains: [],
    signer: settings,
  });
  await rm(socket());
  await symlink(signer.signerSocket, socket());
}

const plain = (symbol: string): Hex => encodeDeployData({ ...testToken, args: ['A gem', symbol, 18, 1_000n * whole] });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fft-tokens-'));
  ({ demo, evm: chain } = await openTestChain(folder, log, { SIGNER_LIMITS: limitsWith({}) }));
  await symlink(demo.signerSocket, socket());
  const { rpcUrl, contracts } = chain;
  fft = await startTestConsole({
    NETWORKS: JSON.stringify({ ETH: { nodes: [rpcUrl], contracts, confirmations: 2 } }),
    SIGNER_SOCKET: socket(),
    SWEEP_LEAST: '{"GEM":"1"}',
  });
  first = fft.by.market;
  second = await fft.operator('second.market', 'market');
  anna = await fft.money.customer('anna');
  if ((await deploy(plain('GEM'))) !== gem) throw new Error('the token has another address');
  for (const code of ['GEM', 'TWIN', 'FINE']) {
    const names = { zh: code, en: code };
    await first.call(markets.listAsset, { code, decimals: code === 'FINE' ? 12 : 8, ...names });
  }
  await fft.agreeAll('market');
  await vi.waitFor(async () => {
    if ((await first.call(tokens.list, {})).networks.length === 0) throw new Error('no network is followed yet');
  }, patience);
  const keys = await db().selectFrom('custody_chains').selectAll().executeTakeFirstOrThrow();
  hot = lowerCaseAddress(new PublicKeys(keys.xpub, keys.hot).addressOf(hotKey));
  await demo.fund('ETH', hot);
});
afterAll(async () => {
  await fft.money.exchange.stop();
  await signer?.close();
  await demo.close();
  await rm(folder, { recursive: true, force: true });
});

/** Lets custody do what is due, without waiting for its next round. */
const custodyWorks = (): void => fft.money.exchange.wake('custody.ETH');

async function mine(): Promise<void> {
  await node().mine({ blocks: 1 });
  custodyWorks();
}

async function checked(contract: string): Promise<TokenCheck> {
  const { id } = await first.call(tokens.check, { chain: 'ETH', contract });
  custodyWorks();
  const read = async () => (await first.call(tokens.list, {})).checks.find((one) => one.id === id);
  await expect.poll(async () => (await read())?.answer ?? null, patience).not.toBeNull();
  const found = await read();
  if (!found) throw new Error('the check is gone');
  return found;
}

const rules = { fee: '0.1', min: '1', max: '1000', minDeposit: '0.5' };

test('a token is checked, agreed to by two, and opened without a restart; it comes and goes over its network', async () => {
  expect(await checked(gem)).toMatchObject({
    operator: first.name,
    contract: gem,
    answer: {
      symbol: 'GEM',
      name: 'A gem',
      decimals: 18,
      findings: ['oneNode'],
      signer: { coin: 'GEM', decimals: 18 },
    },
  });
  const [{ id: check } = { id: 0 }] = (await first.call(tokens.list, {})).checks;
  const { approval } = await first.call(tokens.propose, { check, coin: 'GEM', ...rules });
  expect(await refusal(first.call(operators.decide, { id: approval, agree: true }))).toMatchObject({
    code: Code.conflict,
  });
  expect((await first.call(tokens.list, {})).tokens).toEqual([]);
  await second.call(operators.decide, { id: approval, agree: true });
  const listed = async () => (await first.call(tokens.list, {})).tokens;
  await expect
    .poll(listed, patience)
    .toEqual([
      expect.objectContaining({ coin: 'GEM', contract: gem, operators: 'the.market and second.market', open: true }),
    ]);
  const acts = (await readAudit(db(), { limit: 50 })).map(({ act, target }) => `${act} ${target}`);
  expect(acts).toEqual(expect.arrayContaining(['token.list token ETH GEM', `token.check token ETH ${gem}`]));

  const { address, minDeposit } = await anna.call(calls.deposits.address, { coin: 'GEM', chain: 'ETH' });
  expect(minDeposit).toBe('0.50000000');
  const transfer = { address: gem, abi: testToken.abi, functionName: 'transfer' } as const;
  await node().writeContract({ ...transfer, args: [lowerCaseAddress(address), 20n * whole] });
  const held = async () => {
    await mine();
    const { accounts } = await anna.call(calls.assets.overview, {});
    return accounts.coin.find(({ coin }) => coin === 'GEM')?.usable;
  };
  await expect.poll(held, patience).toBe('20.00000000');

  // Custody takes it to the hot wallet, with gas that it sends first.
  const swept = async () => {
    await mine();
    return chain.bank.balance(gem, hot);
  };
  await expect.poll(swept, patience).toBe(20n * whole);

  const saved = { coin: 'GEM', chain: 'ETH', name: 'mine', address: recipient, payPassword };
  const { id: addressId } = await anna.call(calls.addresses.create, saved);
  fft.money.clock.time += dayMs + 1;
  const fields = { coin: 'GEM', chain: 'ETH', amount: '5', addressId };
  await anna.call(calls.withdrawals.sendCode, fields);
  const code = await fft.money.codeOf(anna);
  const { id } = await anna.call(calls.withdrawals.submit, { ...fields, requestId: 'out', code, payPassword });
  // No market values it, so that two operators must agree.
  const treasury = await fft.enter(fft.by.treasury.name, fft.by.treasury.secret);
  const other = await fft.operator('second.treasury', 'treasury');
  await approveViewed(treasury, Number(id));
  await approveViewed(other, Number(id));
  await vi.waitFor(async () => {
    await mine();
    expect(await anna.call(calls.withdrawals.detail, { id })).toMatchObject({ state: 'done' });
  }, patience);
  expect(await chain.bank.balance(gem, lowerCaseAddress(recipient))).toBe((49n * whole) / 10n);
}, 90_000);

describe('a proposal is refused', () => {
  let check = 0;
  beforeEach(async () => {
    // The sessions have expired since.
    first = await fft.enter(first.name, first.secret);
    second = await fft.enter(second.name, second.secret);
  });
  const propose = (more: Partial<typeof rules> & { coin?: string; check?: number }) =>
    refusal(first.call(tokens.propose, { check, coin: 'TWIN', ...rules, ...more }));

  test('of a contract that keeps a part of each transfer', async () => {
    ({ id: check } = await checked(await deploy(hostileTokens.fee)));
    expect(await propose({})).toMatchObject({ message: 'This token failed its check and can’t be listed' });
  });

  test('of a coin, a contract, decimals or amounts that don’t fit', async () => {
    ({ id: check } = await checked(await deploy(plain('GEM'))));
    expect(await propose({ coin: 'NONE' })).toMatchObject({ code: Code.notFound });
    expect(await propose({ coin: 'CNY' })).toMatchObject({ code: Code.notFound });
    // The same symbol at another contract is no second way of the coin.
    expect(await propose({ coin: 'GEM' })).toMatchObject({ code: Code.conflict, message: /is listed on this network/ });
    expect(await propose({ fee: '1' })).toMatchObject({ code: Code.badRequest });
    expect(await propose({ max: '0.5' })).toMatchObject({ code: Code.badRequest });
    expect(await propose({ minDeposit: '0' })).toMatchObject({ code: Code.badRequest });
    expect(await propose({ fee: '0.123456789' })).toMatchObject({ code: Code.badRequest, data: { fields: {} } });
    const { id: usdt } = await checked(chain.bank.usdt);
    expect(await propose({ check: usdt, coin: 'FINE' })).toMatchObject({ message: /more decimals than the token/ });
    expect(await propose({ check: usdt, coin: 'LTC' })).toMatchObject({ message: /more decimals than the token/ });
    const { id: listed } = await checked(gem);
    expect(await propose({ check: listed })).toMatchObject({ message: /as another coin/ });
  });

  test('of a check that is old or was altered in the database', async () => {
    expect(await propose({ check: 999_999 })).toMatchObject({ code: Code.conflict });
    const contract = await deploy(hostileTokens.vast);
    const { id } = await checked(contract);
    expect(await propose({ check: id })).toMatchObject({ message: /failed its check/ });
    const answer = { symbol: 'TWIN', name: 'TWIN', decimals: 18, findings: [], signer: null };
    await db()
      .updateTable('token_checks')
      .set({ answer: JSON.stringify(answer) })
      .where('id', '=', id)
      .execute();
    expect(await propose({ check: id })).toMatchObject({ message: /altered in the database/ });
    fft.money.clock.time += dayMs + 1;
    first = await fft.enter(first.name, first.secret);
    expect(await propose({})).toMatchObject({ message: /no result of the last day/ });
  });

  test('on a network that isn’t followed, twice at once, or without the right', async () => {
    const contract = contractAt(77n);
    expect(await refusal(first.call(tokens.check, { chain: 'BASE', contract }))).toMatchObject({ code: Code.notFound });
    expect(await refusal(first.call(tokens.check, { chain: 'ETH', contract: '0x12' }))).toMatchObject({
      code: Code.badRequest,
    });
    const support = await fft.enter(fft.by.support.name, fft.by.support.secret);
    expect(await refusal(support.call(tokens.list, {}))).toMatchObject({ code: 403 });
    const admin = await fft.enter(fft.by.admin.name, fft.by.admin.secret);
    expect(await refusal(admin.call(tokens.check, { chain: 'ETH', contract }))).toMatchObject({ code: 403 });
  });
});

test('a token that the signer doesn’t list waits', async () => {
  const { id: check } = await checked(await deploy(plain('TWIN')));
  const { approval } = await first.call(tokens.propose, { check, coin: 'TWIN', ...rules });
  await second.call(operators.decide, { id: approval, agree: true });
  await fft.money.exchange.restart();
  await expect.poll(() => networksOf('GEM'), patience).toEqual(['ETH']);
  expect(await networksOf('TWIN')).toEqual([]);
  const all = (await first.call(tokens.list, {})).tokens.map(({ coin, open }) => `${coin} ${open}`);
  expect(new Set(all)).toEqual(new Set(['GEM true', 'TWIN false']));
});

test('a token that waits opens once the signer lists it after a restart, while the exchange goes on', async () => {
  const twin = (await first.call(tokens.list, {})).tokens.find(({ coin }) => coin === 'TWIN');
  if (!twin) throw new Error('the token waits');
  // The exchange asks the signer again every half minute.
  await restartSigner({ [twin.contract]: listedAs('TWIN') });
  fft.money.clock.time += 30_000;
  custodyWorks();
  await expect.poll(() => networksOf('TWIN'), patience).toEqual(['ETH']);
  const { address } = await anna.call(calls.deposits.address, { coin: 'TWIN', chain: 'ETH' });
  const transfer = { address: lowerCaseAddress(twin.contract), abi: testToken.abi, functionName: 'transfer' } as const;
  await node().writeContract({ ...transfer, args: [lowerCaseAddress(address), 3n * whole] });
  const held = async () => {
    await mine();
    const { accounts } = await anna.call(calls.assets.overview, {});
    return accounts.coin.find(({ coin }) => coin === 'TWIN')?.usable;
  };
  await expect.poll(held, patience).toBe('3.00000000');
});

test('a listing that was altered in the database is left out', async () => {
  const alter = async (fee: string) => {
    await db().updateTable('listed_tokens').set({ fee }).where('coin', '=', 'GEM').execute();
    await fft.money.exchange.restart();
  };
  await alter('0');
  expect(await networksOf('GEM')).toEqual([]);
  await alter(rules.fee);
  await expect.poll(() => networksOf('GEM'), patience).toEqual(['ETH']);
});

/** The networks over which a coin can be deposited. */
async function networksOf(coin: string): Promise<string[]> {
  const coins = await anna.call(calls.deposits.coins, {});
  return coins.find((one) => one.coin === coin)?.chains.map(({ chain: name }) => name) ?? [];
}
