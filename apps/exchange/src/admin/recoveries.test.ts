import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lowerCaseAddress, testToken } from '@fft/chains';
import { consoleCalls } from '@fft/console-contract';
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
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestConsole, type TestConsole, type TestOperator } from '../../testing/test-console.ts';
import { openTestChain } from '../../testing/test-custody.ts';
import type { MoneyCustomer } from '../../testing/test-money.ts';
import { waitFor, waitUntil } from '../../testing/wait-for.ts';
import { refusal } from '../../testing/test-withdrawals.ts';
import { readAudit } from '../audit/audit.ts';
import type { DemoChains } from '../../../demo/src/chain/demo-chains.ts';
import { type EvmDemo, limitsOf } from '../../../demo/src/chain/evm-demos.ts';
import { limit } from '../../../demo/src/chain/limit.ts';

/** A token comes before it is listed. The whole way to its credit over the console's calls, on a real chain with a real signer. */
const account = privateKeyToAccount('0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a');
const gem: Address = lowerCaseAddress(getContractAddress({ from: account.address, nonce: 0n }));
const whole = 10n ** 18n;
const { tokens, markets, operators, recoveries } = consoleCalls;

let folder: string;
let demo: DemoChains;
let chain: EvmDemo;
let fft: TestConsole;
let first: TestOperator;
let second: TestOperator;
let anna: MoneyCustomer;
let txid: string;
let address: string;
const db = () => fft.money.exchange.database.db;

/** Waits for what custody brings about, without waiting for its next round. */
function untilCustody<T>(read: () => Promise<T>, check: (found: T) => void): Promise<void> {
  return waitFor(async () => {
    fft.money.exchange.wake('custody.ETH');
    check(await read());
  });
}

const node = () =>
  createTestClient({ account, mode: 'anvil', chain: foundry, transport: http(chain.rpcUrl), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);

async function newest() {
  const [found] = (await first.call(recoveries.list, {})).recoveries;
  if (!found) throw new Error('no transaction was named');
  return found;
}

/** What custody finds of the transaction. */
async function find() {
  const { id } = await first.call(recoveries.find, { chain: 'ETH', txid });
  await untilCustody(newest, (one) => expect(one.answer).not.toBeNull());
  const found = await newest();
  expect(found.id).toBe(id);
  return found;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fft-recoveries-'));
  const gemLimit = { ...limit(500n * whole), coin: 'GEM', decimals: 18 };
  const SIGNER_LIMITS = JSON.stringify({ ...limitsOf(6), [gem]: gemLimit });
  ({ demo, evm: chain } = await openTestChain(folder, pino({ level: 'silent' }), { SIGNER_LIMITS }));
  fft = await startTestConsole({
    NETWORKS: JSON.stringify({ ETH: { nodes: [chain.rpcUrl], contracts: chain.contracts, confirmations: 2 } }),
    SIGNER_SOCKET: demo.signerSocket,
  });
  first = fft.by.treasury;
  second = await fft.operator('second.treasury', 'treasury');
  anna = await fft.money.customer('anna');
  await node().deployContract({
    abi: [],
    bytecode: encodeDeployData({ ...testToken, args: ['A gem', 'GEM', 18, 1_000n * whole] }),
  });
  await node().mine({ blocks: 1 });
  await waitUntil(async () => (await first.call(recoveries.list, {})).networks.includes('ETH'));
  ({ address } = await anna.call(calls.deposits.address, { coin: 'ETH', chain: 'ETH' }));
  const transfer = { address: gem, abi: testToken.abi, functionName: 'transfer' } as const;
  txid = await node().writeContract({ ...transfer, args: [lowerCaseAddress(address), 20n * whole] });
  await node().mine({ blocks: 3 });
  // Custody reads past it.
  await waitUntil(async () => {
    fft.money.exchange.wake('custody.ETH');
    const { height } = await db()
      .selectFrom('chain_blocks')
      .select(({ fn }) => fn.max('height').as('height'))
      .executeTakeFirstOrThrow();
    return BigInt(height) === (await node().getBlockNumber());
  });
});
afterAll(async () => {
  await fft.money.exchange.stop();
  await demo.close();
  await rm(folder, { recursive: true, force: true });
});

/** Two operators list the token, which custody opens then. */
async function listGem(): Promise<void> {
  const { name, secret } = fft.by.market;
  const market = await fft.enter(name, secret);
  const other = await fft.operator('second.market', 'market');
  await market.call(markets.listAsset, { code: 'GEM', decimals: 8, zh: 'GEM', en: 'GEM' });
  await fft.agreeAll('market');
  const { id: check } = await market.call(tokens.check, { chain: 'ETH', contract: gem });
  const answered = async () => (await market.call(tokens.list, {})).checks.find(({ id }) => id === check)?.answer;
  await untilCustody(answered, (answer) => expect(answer).toBeTruthy());
  const rules = { coin: 'GEM', fee: '0.1', min: '1', max: '1000', minDeposit: '0.5' };
  const { approval } = await market.call(tokens.propose, { check, ...rules });
  await other.call(operators.decide, { id: approval, agree: true });
  await untilCustody(
    () => market.call(tokens.list, {}),
    ({ tokens: [one] }) => expect(one?.open).toBe(true),
  );
}

test('coins that came before their token was listed are credited once two operators agree', async () => {
  const unknown = await find();
  expect(unknown.answer?.arrivals).toMatchObject([{ contract: gem, coin: null, state: 'unknownContract' }]);
  expect(await refusal(first.call(recoveries.propose, { id: unknown.id }))).toMatchObject({ code: Code.conflict });
  await listGem();
  first = await fft.enter(first.name, first.secret);
  second = await fft.enter(second.name, second.secret);
  const { id, answer } = await find();
  const customer = Number(anna.id);
  expect(answer).toMatchObject({ finding: 'found', arrivals: [{ customer, coin: 'GEM', amount: '20.00000000' }] });
  const { approval } = await first.call(recoveries.propose, { id });
  expect(await newest()).toMatchObject({ proposer: first.name, operators: null });
  // Not one alone, in whatever way.
  expect(await refusal(first.call(operators.decide, { id: approval, agree: true }))).toMatchObject({
    code: Code.conflict,
  });
  expect(await refusal(second.call(recoveries.propose, { id }))).toMatchObject({ code: Code.conflict });
  const [listed] = (await second.call(operators.approvals, { open: true, limit: 10 })).items;
  expect(listed?.input).toMatchObject({
    txid,
    arrivals: [{ amount: '20.00000000', coin: 'GEM', customer, address: address.toLowerCase() }],
  });
  await second.call(operators.decide, { id: approval, agree: true });
  await untilCustody(newest, ({ outcome }) => expect(outcome).toBe('recorded'));
  const held = async () => {
    const { accounts } = await anna.call(calls.assets.overview, {});
    return accounts.coin.find(({ coin }) => coin === 'GEM')?.usable;
  };
  await untilCustody(held, (usable) => expect(usable).toBe('20.00000000'));
  expect(await newest()).toMatchObject({ operators: `${first.name} and ${second.name}`, proposer: null });
  expect(await refusal(first.call(recoveries.propose, { id }))).toMatchObject({ code: Code.conflict });
  // The ledger credits before the deposit's row says so.
  await untilCustody(
    () => anna.call(calls.deposits.history, { limit: 5 }),
    ({ items }) => expect(items).toMatchObject([{ coin: 'GEM', txid, state: 'credited' }]),
  );
  const acts = (await readAudit(db(), { limit: 20, target: `recovery ETH ${txid}` })).map(({ act }) => act);
  expect(new Set(acts)).toEqual(new Set(['recovery.find', 'recovery.propose', 'recovery.agree', 'recovery.record']));
}, 120_000);

test('an answer that was altered in the database, or is older than a day, can’t be proposed or agreed to', async () => {
  const { id, answer } = await find();
  expect(answer?.arrivals).toMatchObject([{ state: 'known' }]);
  const arrivals = answer?.arrivals.map((one) => ({ ...one, state: 'recoverable' }));
  const change = (set: object) => db().updateTable('deposit_recoveries').set(set).where('id', '=', id).execute();
  await change({ answer: JSON.stringify({ ...answer, arrivals }) });
  expect(await refusal(first.call(recoveries.propose, { id }))).toMatchObject({ message: /altered in the database/ });
  await change({ time: fft.money.clock.time - 86_400_001 });
  expect(await refusal(first.call(recoveries.propose, { id }))).toMatchObject({ message: /no result of the last day/ });
  expect(await refusal(first.call(recoveries.propose, { id: 999_999 }))).toMatchObject({ code: Code.conflict });
});

test('a network that isn’t followed must be opened first; without the right nothing is found or seen', async () => {
  expect(await refusal(first.call(recoveries.find, { chain: 'BASE', txid }))).toMatchObject({
    code: Code.notFound,
    message: /open it first/,
  });
  for (const wrong of ['0x12', 'internal-1', `${txid}00`])
    expect(await refusal(first.call(recoveries.find, { chain: 'ETH', txid: wrong }))).toMatchObject({
      code: Code.badRequest,
    });
  const { name, secret } = fft.by.support;
  const support = await fft.enter(name, secret);
  expect(await refusal(support.call(recoveries.find, { chain: 'ETH', txid }))).toMatchObject({ code: 403 });
  expect(await refusal(support.call(recoveries.list, {}))).toMatchObject({ code: 403 });
});
