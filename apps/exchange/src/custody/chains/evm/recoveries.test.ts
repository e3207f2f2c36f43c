import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeToken, lowerCaseAddress, testToken, tokenAbi } from '@fft/chains';
import {
  createTestClient,
  encodeAbiParameters,
  encodeDeployData,
  encodeEventTopics,
  getContractAddress,
  http,
  pad,
  parseEther,
  publicActions,
  walletActions,
  type Address,
  type Hash,
  type Hex,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openLyingNode, type LyingNode } from '../../../../testing/faults/lying-node.ts';
import { createQuickKeystore } from '../../../../testing/quick-keystore.ts';
import { withdrawalMacKey } from '../../../../testing/test-authority.ts';
import { openTestLedger, type TestLedger } from '../../../../testing/test-ledger.ts';
import { readAudit } from '../../../audit/audit.ts';
import { type DemoChains, openDemoChains } from '../../../../../demo/src/chain/demo-chains.ts';
import type { EvmDemo } from '../../../../../demo/src/chain/evm-demos.ts';
import type { Custody } from '../../custody.ts';
import { statementOfAgreement } from '../../deposits/recovery-statements.ts';
import type { EvmSettings } from './open-evm.ts';

/** BNB Smart Chain exists, and customers send coins there to their address of Ethereum, before the exchange follows it. USDT has 18 decimals there. */
const usdt = 1_000_000;
const wholeUsdt = 10n ** 18n;
const confirmations = 3;
/** Of a local chain's well-known accounts. */
const account = privateKeyToAccount('0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a');
/** Forwards its value to the address in its first word. */
const passer = '0x00000000000000000000000000000000000a55e5';
const passerCode = '0x5f5f5f5f345f355af150602035156014575f5ffd5b00';

let folder: string;
let ledger: TestLedger;
let demo: DemoChains;
let bsc: EvmDemo;
let first: LyingNode;
let second: LyingNode;
let settings: EvmSettings;
let custody: Custody;
let fake: Address;
const db = () => ledger.database.db;
const bscBlocks = () => db().selectFrom('chain_blocks').select('height').where('chain', '=', 'BSC');

const client = () =>
  createTestClient({ account, mode: 'anvil', chain: foundry, transport: http(bsc.rpcUrl), cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);
let node: ReturnType<typeof client>;

type Customer = Readonly<{ customer: number; address: Address }>;

async function newCustomer(): Promise<Customer> {
  const { customer, address } = await ledger.newAddress('ETH');
  return { customer, address: lowerCaseAddress(address) };
}

async function send(contract: Address | null, to: Address, amount: bigint): Promise<Hash> {
  const chain = { ...foundry, id: bsc.chainId };
  const txid =
    contract === null
      ? await node.sendTransaction({ to, value: amount, chain })
      : await node.writeContract({
          address: contract,
          abi: tokenAbi,
          functionName: 'transfer',
          args: [to, amount],
          chain,
          gas: 100_000n,
        });
  await node.mine({ blocks: 1 });
  return txid;
}

async function advance(blocks = 1): Promise<void> {
  for (let block = 0; block < blocks; block += 1) {
    await node.mine({ blocks: 1 });
    await custody.tick();
  }
}

/** An operator names a transaction. */
async function named(txid: string): Promise<number> {
  const row = { chain: 'BSC', txid, operator: 'anna', time: ledger.now() };
  return (await db().insertInto('deposit_recoveries').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

const rowOf = (id: number) =>
  db().selectFrom('deposit_recoveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** What custody finds of a named transaction. */
async function found(txid: string) {
  const id = await named(txid);
  await custody.tick();
  const { answer } = await rowOf(id);
  if (!answer) throw new Error('custody has not answered');
  return { id, ...answer, states: answer.arrivals.map(({ state }) => state) };
}

/** Two operators agree to what custody found, as the console writes it. */
async function agree(id: number): Promise<void> {
  const row = { ...(await rowOf(id)), operators: 'anna and ben', agreed: ledger.now() };
  const { operators, agreed } = row;
  const agreed_mac = ledger.authority.macOf(statementOfAgreement(row));
  await db().updateTable('deposit_recoveries').set({ operators, agreed, agreed_mac }).where('id', '=', id).execute();
}

const outcomeOf = async (id: number) => (await rowOf(id)).outcome;
const held = (customer: number, coin: string): number => ledger.held(customer, coin).available;

let early: { readonly usdt: Customer; readonly bnb: Customer; readonly inner: Customer };
let txids: { readonly usdt: Hash; readonly bnb: Hash; readonly inner: Hash };

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fft-recoveries-'));
  ledger = await openTestLedger();
  const { log } = ledger;
  await createQuickKeystore(folder);
  demo = await openDemoChains({ dataDir: folder, withdrawalMacKey, blockSeconds: null, log, chains: ['ETH', 'BSC'] });
  const { ETH: eth, BSC } = demo.networks;
  if (!eth || !BSC) throw new Error('the local chains need Linux on x64');
  bsc = BSC;
  node = client();
  const shared = { signerSocket: demo.signerSocket, confirmations };
  await ledger.openCustody({ ...shared, chain: 'ETH', rpcUrls: [eth.rpcUrl], contracts: eth.contracts });
  [first, second] = [await openLyingNode(bsc.rpcUrl), await openLyingNode(bsc.rpcUrl)];
  const chain = { ...foundry, id: bsc.chainId };
  await bsc.bank.send(bsc.bank.usdt, lowerCaseAddress(account.address), 1_000_000n * wholeUsdt);
  await node.setCode({ address: passer, bytecode: passerCode });
  const nonce = await node.getTransactionCount({ address: account.address });
  await node.deployContract({ abi: [], bytecode: fakeToken.bytecode, chain });
  fake = lowerCaseAddress(getContractAddress({ from: account.address, nonce: BigInt(nonce) }));
  await node.mine({ blocks: 1 });
  early = { usdt: await newCustomer(), bnb: await newCustomer(), inner: await newCustomer() };
  const words: Hex = `0x${[early.inner.address, '0x00' as const].map((one) => pad(one).slice(2)).join('')}`;
  txids = {
    usdt: await send(bsc.bank.usdt, early.usdt.address, 2_000n * wholeUsdt),
    bnb: await send(null, early.bnb.address, parseEther('2')),
    inner: await node.sendTransaction({ to: passer, data: words, value: parseEther('3'), gas: 200_000n, chain }),
  };
  await node.mine({ blocks: 1 });
  // From here on the network is followed.
  const rpcUrls = [first.url, second.url];
  settings = { ...shared, chain: 'BSC', rpcUrls, contracts: bsc.contracts, traces: true };
  custody = await ledger.openCustody(settings);
  await demo.fund('BSC', custody.hot);
  await advance(confirmations);
});
afterAll(async () => {
  await ledger.close();
  await demo.close();
  await first.close();
  await second.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const each of [first, second]) {
    each.lies.clear();
    each.isAway = false;
  }
  ledger.passTime(61_000);
  await advance(2);
  ledger.alarms.length = 0;
});

describe('coins that came before the network was followed', () => {
  test('are found at both nodes, credited once two agree, swept, and never credited twice', async () => {
    const { customer, address } = early.usdt;
    expect(held(customer, 'USDT')).toBe(0);
    const { id, finding, arrivals } = await found(txids.usdt);
    const shared = { customer, address, state: 'recoverable' };
    expect([finding, arrivals]).toEqual([
      'found',
      [{ ...shared, position: 0, contract: bsc.bank.usdt, coin: 'USDT', amount: '2000.000000' }],
    ]);
    await advance(2);
    expect(held(customer, 'USDT')).toBe(0);
    await agree(id);
    await advance();
    expect(held(customer, 'USDT')).toBe(2_000 * usdt);
    expect(await outcomeOf(id)).toBe('recorded');
    expect(await ledger.deposits(customer)).toMatchObject([{ recovery: id, state: 'credited', txid: txids.usdt }]);
    const [act] = await readAudit(db(), { limit: 1, act: 'recovery.record' });
    expect(act).toMatchObject({ operator: 'system', target: `recovery BSC ${txids.usdt}`, after: { deposits: 1 } });
    const messages = await db().selectFrom('messages').selectAll().where('customer', '=', customer).execute();
    expect(JSON.stringify(messages)).toMatch(/Your coins were recovered and credited/);
    expect(JSON.stringify(messages)).toMatch(/您的币已找回并入账/);
    // Named and agreed to again, by whatever way.
    expect((await found(txids.usdt)).states).toEqual(['known']);
    await db().updateTable('deposit_recoveries').set({ outcome: null }).where('id', '=', id).execute();
    await advance(2);
    expect(await outcomeOf(id)).toBe('changed');
    // Its row is gone, too.
    await advance(confirmations * 3);
    const before = await ledger.deposits(customer);
    expect(before).toMatchObject([{ swept: true }]);
    await db().deleteFrom('chain_deposits').where('customer', '=', customer).execute();
    expect((await found(txids.usdt)).states).toEqual(['known']);
    for (const { id: _id, ...row } of before) await db().insertInto('chain_deposits').values(row).execute();
    expect(held(customer, 'USDT')).toBe(2_000 * usdt);
    await custody.checkSolvency();
    expect(custody.isShort).toBe(false);
  });

  test('the network’s own coin is found, also where a contract passed it on', async () => {
    for (const [who, txid, bnb] of [
      [early.bnb, txids.bnb, 2],
      [early.inner, txids.inner, 3],
    ] as const) {
      const { id, arrivals } = await found(txid);
      expect(arrivals).toMatchObject([
        { coin: 'BNB', amount: `${bnb}.00000000`, contract: null, state: 'recoverable' },
      ]);
      await agree(id);
      await advance();
      expect(held(who.customer, 'BNB')).toBe(bnb * 100_000_000);
    }
  });
});

/** Coins at a customer's address that custody has not read, at neither node: it didn't know their contract. */
async function unread(amount = 100n, coin: Address = bsc.bank.usdt): Promise<Customer & { readonly txid: Hash }> {
  const made = await newCustomer();
  const other = await ledger.openCustody({ ...settings, contracts: {} });
  const txid = await send(coin, made.address, amount * wholeUsdt);
  await other.tick();
  const { height } = await bscBlocks().orderBy('height', 'desc').executeTakeFirstOrThrow();
  await db().updateTable('custody_chains').set({ second_scanned: height }).where('chain', '=', 'BSC').execute();
  custody = await ledger.openCustody(settings);
  expect(await ledger.deposits(made.customer)).toEqual([]);
  return { ...made, txid };
}

describe('nothing is credited', () => {
  test('of a transaction that isn’t deep enough, failed, is in no block, or brought customers nothing', async () => {
    const { address, txid } = await unread();
    expect(await found(txid)).toMatchObject({ finding: 'unconfirmed', arrivals: [] });
    await advance(confirmations);
    expect(await found(txid)).toMatchObject({ finding: 'found' });
    expect(await found(`0x${'7'.repeat(64)}`)).toMatchObject({ finding: 'notInBlock', height: null });
    const failed = await send(bsc.bank.usdt, address, 10n ** 40n);
    const elsewhere = await send(bsc.bank.usdt, `0x${'12'.repeat(20)}`, wholeUsdt);
    await advance(confirmations);
    expect(await found(failed)).toMatchObject({ finding: 'failed', arrivals: [] });
    expect(await found(elsewhere)).toMatchObject({ finding: 'nothing', arrivals: [] });
  });

  test('of a contract that is no coin, whatever it reports, nor of what is too small or came from ourselves', async () => {
    const { address } = await newCustomer();
    const forged = await node.writeContract({
      address: fake,
      abi: fakeToken.abi,
      functionName: 'pretend',
      gas: 100_000n,
      args: [passer, address, 5_000n * wholeUsdt],
      chain: { ...foundry, id: bsc.chainId },
    });
    await advance(confirmations);
    expect((await found(forged)).arrivals).toMatchObject([
      { contract: fake, coin: null, amount: null, state: 'unknownContract' },
    ]);
    const dust = await unread(0n).then(({ address: to }) => send(bsc.bank.usdt, to, wholeUsdt / 100n));
    await advance(confirmations);
    expect((await found(dust)).states).toEqual(['small']);
    // Gas for a sweep.
    const { txid } = await db()
      .selectFrom('chain_attempts')
      .innerJoin('chain_payments', 'chain_payments.id', 'payment')
      .select('txid')
      .where('purpose', '=', 'gas')
      .executeTakeFirstOrThrow();
    expect((await found(txid)).states).toEqual(['own']);
  });

  test('of a token that the signer doesn’t list, although the exchange’s settings do', async () => {
    const chain = { ...foundry, id: bsc.chainId };
    const nonce = await node.getTransactionCount({ address: account.address });
    const data = encodeDeployData({ ...testToken, args: ['Tether', 'USDT', 18, 1_000_000n * wholeUsdt] });
    await node.deployContract({ abi: [], bytecode: data, chain });
    await node.mine({ blocks: 1 });
    const twin = lowerCaseAddress(getContractAddress({ from: account.address, nonce: BigInt(nonce) }));
    const { txid } = await unread(100n, twin);
    await advance(confirmations);
    expect((await found(txid)).states).toEqual(['unknownContract']);
    custody = await ledger.openCustody({ ...settings, contracts: { ...bsc.contracts, USDT: twin } });
    expect((await found(txid)).states).toEqual(['notAtSigner']);
    custody = await ledger.openCustody(settings);
  });

  test('of what one node invents, or withholds', async () => {
    const { customer, address, txid } = await unread();
    const victim = await newCustomer();
    await advance(confirmations);
    const topics = encodeEventTopics({ abi: tokenAbi, eventName: 'Transfer', args: { from: passer, to: address } });
    const data = encodeAbiParameters([{ type: 'uint256' }], [9_000n * wholeUsdt]);
    const invent = (receipts: readonly { readonly transactionHash: string; readonly logs: readonly object[] }[]) =>
      receipts.map((receipt) => {
        const more = [...receipt.logs, { ...receipt.logs[0], topics, data }];
        return receipt.transactionHash === txid ? { ...receipt, logs: more } : receipt;
      });
    for (const [liar, lie] of [
      [first, invent],
      [second, (receipts: readonly object[]) => receipts.map((one) => ({ ...one, logs: [] }))],
    ] as const) {
      liar.lies.set('eth_getBlockReceipts', lie);
      expect(await found(txid)).toMatchObject({ finding: 'nodesDisagree', arrivals: [] });
      liar.lies.clear();
      ledger.passTime(31_000);
    }
    // Both tell the truth when it is found; the first lies when it is recorded.
    const { id } = await found(txid);
    await agree(id);
    first.lies.set('eth_getBlockReceipts', invent);
    await advance();
    expect([await outcomeOf(id), held(customer, 'USDT'), held(victim.customer, 'USDT')]).toEqual([null, 0, 0]);
    first.lies.clear();
    second.isAway = true;
    await advance();
    expect([await outcomeOf(id), held(customer, 'USDT')]).toEqual([null, 0]);
    second.isAway = false;
    ledger.passTime(31_000);
    await advance();
    expect([await outcomeOf(id), held(customer, 'USDT')]).toEqual(['recorded', 100 * usdt]);
  });

  test('of a transaction that a reorganisation removes between the two operators', async () => {
    const snapshot = await node.snapshot();
    const { customer, txid } = await unread();
    await advance(confirmations);
    const { id, finding } = await found(txid);
    expect(finding).toBe('found');
    await node.revert({ id: snapshot });
    await node.mine({ blocks: 3 * confirmations });
    await agree(id);
    await advance(2);
    expect([await outcomeOf(id), held(customer, 'USDT')]).toEqual(['changed', 0]);
  });

  test('of rows that someone wrote or changed in the database', async () => {
    const { customer, txid } = await unread();
    const thief = await newCustomer();
    await advance(confirmations);
    const { id, ...answer } = await found(txid);
    const row = await rowOf(id);
    const change = (set: object) => db().updateTable('deposit_recoveries').set(set).where('id', '=', id).execute();
    // Nobody agreed; or to something else.
    await change({ operators: 'anna and ben', agreed: ledger.now() });
    await advance();
    expect([await outcomeOf(id), held(customer, 'USDT')]).toEqual(['altered', 0]);
    expect(ledger.alarms.join()).toContain('recovery.altered');
    await change({ outcome: null, agreed: null, operators: null });
    await agree(id);
    const arrivals = answer.arrivals.map((one) => ({ ...one, customer: thief.customer }));
    await change({ answer: JSON.stringify({ ...row.answer, arrivals }) });
    await advance();
    expect([await outcomeOf(id), held(thief.customer, 'USDT')]).toEqual(['altered', 0]);
    await change({ outcome: null });
    await agree(id);
    await advance();
    expect([await outcomeOf(id), held(thief.customer, 'USDT')]).toEqual(['changed', 0]);
    // An address that isn't the customer's by its key.
    const address = lowerCaseAddress(`0x${'34'.repeat(20)}`);
    await db().updateTable('deposit_addresses').set({ address }).where('customer', '=', thief.customer).execute();
    const paid = await send(bsc.bank.usdt, address, 50n * wholeUsdt);
    await advance(confirmations);
    expect(await found(paid)).toMatchObject({ finding: 'nothing' });
    expect(held(customer, 'USDT')).toBe(0);
  });
});

test('two recoveries of one transaction, and the ordinary reader meanwhile, credit it once', async () => {
  const { customer, txid } = await unread();
  await advance(confirmations);
  const one = await found(txid);
  const other = await found(txid);
  await Promise.all([agree(one.id), agree(other.id)]);
  await advance(2);
  expect(new Set([await outcomeOf(one.id), await outcomeOf(other.id)])).toEqual(new Set(['recorded', 'changed']));
  // The block is read once more, now by a reader that knows the contract.
  const { height } = await db()
    .selectFrom('chain_deposits')
    .select('height')
    .where('txid', '=', txid)
    .executeTakeFirstOrThrow();
  await db().deleteFrom('chain_blocks').where('chain', '=', 'BSC').where('height', '>=', height).execute();
  await advance(2);
  expect(held(customer, 'USDT')).toBe(100 * usdt);
  expect(await ledger.deposits(customer)).toHaveLength(1);
});
