import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fakeToken, small, testPayer, tokenAbi } from '@fft/chains';
import { createEngine } from '@fft/engine';
import { MemoryJournal, MemoryStorage } from '@fft/journal';
import { pino } from 'pino';
import {
  createTestClient,
  getContractAddress,
  http,
  publicActions,
  walletActions,
  type Address,
  type Hash,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { createInbox } from '../src/content/inbox.ts';
import { depositAddressOf, readChain } from '../src/custody/chain-facts.ts';
import { openCustody, type Custody } from '../src/custody/custody.ts';
import type { DepositRow } from '../src/custody/deposits.ts';
import { createTestDatabase, type TestDatabase } from '../src/database/test-database.ts';
import { openDemoChain, type DemoChain } from '../src/demo/chain/demo-chain.ts';
import { Directory } from '../src/listing/directory.ts';
import { openListings } from '../src/listing/open-listings.ts';
import { Projector } from '../src/projector/projector.ts';
import { EngineHost } from '../src/trading/engine-host.ts';
import { Gateway } from '../src/trading/gateway.ts';
import { createDesk, type Desk } from '../src/withdrawals/desk.ts';
import { createWithdrawals, type NewWithdrawal, type WithdrawalRow } from '../src/withdrawals/withdrawals.ts';

/** The second of a local chain's well-known accounts: somebody out there. */
const outsider = privateKeyToAccount('0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d');
export const ether = 10n ** 18n;
export const confirmations = 3;

/** A real chain whose blocks come when they are asked for, a real signer, and the exchange's custody over both. */
export interface TestCustody {
  readonly chain: DemoChain;
  readonly database: TestDatabase;
  readonly desk: Desk;
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly outsider: Address;
  readonly custody: Custody;
  /** What was logged as an error, or worse. */
  readonly alarms: string[];
  /** Of a customer that nobody had before. */
  newAddress(): Promise<{ readonly customer: number; readonly address: Address }>;
  /** Sends something from the outside; it is in no block yet. */
  pay(contract: Address | null, to: Address, amount: bigint): Promise<Hash>;
  /** A call of a contract of the test's, from the outside. */
  readonly node: ReturnType<typeof openNode>;
  readonly payer: Address;
  readonly fake: Address;
  mine(blocks?: number): Promise<void>;
  /** Mines so many blocks, the custody looking after each. */
  advance(blocks?: number): Promise<void>;
  deposits(customer: number): Promise<DepositRow[]>;
  held(customer: number, coin: 'ETH' | 'USDT'): { available: number; frozen: number };
  /** A withdrawal that was approved, its money frozen. */
  approved(
    fields: Partial<NewWithdrawal> & { customer: number; address: string; amount: number },
  ): Promise<WithdrawalRow>;
  withdrawal(id: number): Promise<WithdrawalRow>;
  /** The custody's process dies and another one begins, on the same database and ledger. */
  restart(): Promise<void>;
  passTime(ms: number): void;
  close(): Promise<void>;
}

function openNode(url: string) {
  return createTestClient({ mode: 'anvil', account: outsider, transport: http(url), pollingInterval: 20, cacheTime: 0 })
    .extend(publicActions)
    .extend(walletActions);
}

export async function openTestCustody(): Promise<TestCustody> {
  const alarms: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => alarms.push(line) });
  const folder = await mkdtemp(join(tmpdir(), 'fft-custody-'));
  const database = await createTestDatabase();
  const chain = await openDemoChain({ dataDir: folder, blockSeconds: null, log });
  const node = openNode(chain.rpcUrl);
  let clock = 1_700_000_000_000;
  const now = (): number => clock;
  const storage = new MemoryStorage();
  const journal = new MemoryJournal({ storage });
  const { db } = database;
  const projector = new Projector({ pool: database.pool, onError: (error) => alarms.push(String(error)) });
  await projector.open();
  const host = new EngineHost(journal, createEngine);
  host.subscribe((batch) => projector.add(batch));
  const onFatal = (error: unknown): never => {
    throw error;
  };
  const gateway = new Gateway({ journal, host, now, onFatal });
  await openListings(host, gateway);
  const directory = new Directory(host.engine);
  const withdrawals = createWithdrawals(db, now);
  const desk = createDesk({ db, gateway, withdrawals, log, onChange: async () => undefined });
  const evm = { rpcUrl: chain.rpcUrl, signerSocket: chain.signerSocket, contracts: chain.contracts, confirmations };
  const open = (): Promise<Custody> =>
    openCustody({ db, evm, host, gateway, directory, desk, inbox: createInbox(now), log, now });
  let custody = await open();
  const chainId = await node.getChainId();
  const viemChain = {
    id: chainId,
    name: 'test',
    nativeCurrency: { name: 'E', symbol: 'E', decimals: 18 },
    rpcUrls: { default: { http: [chain.rpcUrl] } },
  };

  async function deploy(bytecode: `0x${string}`): Promise<Address> {
    const nonce = await node.getTransactionCount({ address: outsider.address, blockTag: 'pending' });
    await node.deployContract({ abi: [], bytecode, chain: viemChain });
    return small(getContractAddress({ from: outsider.address, nonce: BigInt(nonce) }));
  }

  const fake = await deploy(fakeToken.bytecode);
  const payer = await deploy(testPayer.bytecode);
  await chain.fund(custody.hot);
  await chain.bank.send(chain.bank.usdt, small(outsider.address), 10n ** 12n);
  await chain.bank.send(chain.bank.usdt, payer, 10n ** 12n);
  await node.mine({ blocks: 1 });
  await custody.tick();
  let customers = 0;
  let requests = 0;

  const advance = async (blocks = 1): Promise<void> => {
    for (let block = 0; block < blocks; block += 1) {
      await node.mine({ blocks: 1 });
      await custody.tick();
    }
  };
  return {
    chain,
    database,
    desk,
    host,
    gateway,
    alarms,
    node,
    payer,
    fake,
    advance,
    outsider: small(outsider.address),
    get custody() {
      return custody;
    },
    newAddress: async () => {
      customers += 1;
      const email = `customer-${customers}@test.example`;
      const { id: customer } = await db
        .insertInto('customers')
        .values({ email, password_hash: '', lang: 'en', up_color: 'green', created: now() })
        .returning('id')
        .executeTakeFirstOrThrow();
      const facts = await readChain(db, directory);
      if (!facts) throw new Error('the chain is known');
      return { customer, address: small(await depositAddressOf(db, facts, customer)) };
    },
    pay: (contract, to, amount) =>
      contract === null
        ? node.sendTransaction({ to, value: amount, chain: viemChain })
        : node.writeContract({
            address: contract,
            abi: tokenAbi,
            functionName: 'transfer',
            args: [to, amount],
            chain: viemChain,
            gas: 100_000n,
          }),
    mine: (blocks = 1) => node.mine({ blocks }),
    deposits: (customer) =>
      db.selectFrom('chain_deposits').selectAll().where('customer', '=', customer).orderBy('id').execute(),
    held: (customer, coin) => host.engine.balance(customer, 'coin', directory.assetId(coin) ?? -1),
    approved: async (fields) => {
      const coin = fields.coin ?? 'USDT';
      const row = await db.transaction().execute((transaction) =>
        withdrawals.add(transaction, {
          request_id: `r${++requests}`,
          coin,
          chain: 'ETH',
          asset: directory.assetId(coin) ?? -1,
          address_id: 1,
          memo: '',
          fee: 0,
          usdt_units: 0,
          planned: 'approved',
          ...fields,
        }),
      );
      return desk.begin(row);
    },
    withdrawal: (id) => db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    restart: async () => {
      custody = await open();
    },
    passTime: (ms) => {
      clock += ms;
    },
    close: async () => {
      await gateway.close();
      await projector.close();
      await chain.close();
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
