import type { OwnEvmNetwork } from '@fft/chains';
import { createEngine } from '@fft/engine';
import { MemoryJournal, MemoryStorage } from '@fft/journal';
import { pino, type Logger } from 'pino';
import { createInbox, type Inbox } from '../src/content/inbox.ts';
import { depositAddressOf, readChains } from '../src/custody/chain-facts.ts';
import { openCustody, type Custody, type CustodyOptions } from '../src/custody/custody.ts';
import type { DepositRow } from '../src/custody/deposits/deposits.ts';
import type { ChainSettings } from '../src/custody/chains/open-chain.ts';
import type { SweepRules, Worth } from '../src/custody/chains/chain.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';
import { Directory } from '../src/ledger/listings/directory.ts';
import { openListings } from '../src/ledger/listings/open-listings.ts';
import { Projector } from '../src/ledger/projection/projector.ts';
import { EngineHost } from '../src/ledger/replica/engine-host.ts';
import { Gateway } from '../src/ledger/gateway.ts';
import type { Authority } from '../src/funds/withdrawals/authority.ts';
import type { Blocks } from '../src/funds/withdrawals/blocks.ts';
import { createWithdrawalProcessor, type WithdrawalProcessor } from '../src/funds/withdrawals/withdrawal-processor.ts';
import { createWithdrawals, type NewWithdrawal } from '../src/funds/withdrawals/withdrawals.ts';
import type { WithdrawalRow } from '../src/funds/withdrawals/withdrawal-row.ts';
import { testAuthority, testBlocks } from './test-authority.ts';

/** A ledger with its tables and custody's dependencies; tests move its clock. */
export interface TestLedger {
  readonly database: TestDatabase;
  readonly processor: WithdrawalProcessor;
  readonly authority: Authority;
  readonly blocks: Blocks;
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly directory: Directory;
  readonly projector: Projector;
  readonly inbox: Inbox;
  readonly log: Logger;
  /** Log lines of the error level and above. */
  readonly alarms: string[];
  /** Value of coins in millionths of a USDT; by default only USDT has one. */
  readonly prices: { worth: (coin: string, units: bigint) => bigint | null };
  readonly sweeping: SweepRules;
  /** Each withdrawal is paid by its own transaction unless a test gathers them. */
  readonly gatherMs: number;
  readonly worth: Worth;
  readonly secondNodeFromUsdt: number;
  openCustody(
    settings: ChainSettings,
    others?: () => readonly Custody[],
    rules?: Pick<CustodyOptions, 'gatherMs' | 'tablesWithinMs'>,
  ): Promise<Custody>;
  /** Creates an address of a new customer. */
  newAddress(chain: ChainSettings['chain']): Promise<{ readonly customer: number; readonly address: string }>;
  deposits(customer: number): Promise<DepositRow[]>;
  held(customer: number, coin: string): { available: number; frozen: number };
  /** Inserts an approved withdrawal with its money frozen. */
  approved(
    fields: Partial<NewWithdrawal> & { customer: number; address: string; amount: number },
  ): Promise<WithdrawalRow>;
  withdrawal(id: number): Promise<WithdrawalRow>;
  readonly now: () => number;
  passTime(ms: number): void;
  close(): Promise<void>;
}

/** A low limit, since tests move little money. */
const secondNodeFromUsdt = 1_000;
const sweeping = { costMultiple: 5, least: { USDT: '1' } };

/** `networks`: those that settings would describe. */
export async function openTestLedger(
  start = 1_700_000_000_000,
  networks: readonly OwnEvmNetwork[] = [],
): Promise<TestLedger> {
  const alarms: string[] = [];
  const log = pino({ level: 'error' }, { write: (line: string) => alarms.push(line) });
  const database = await createTestDatabase();
  let clock = start;
  const now = (): number => clock;
  const journal = new MemoryJournal({ storage: new MemoryStorage() });
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
  const directory = new Directory(host.engine, networks);
  const authority = testAuthority(log);
  const blocks = testBlocks(authority);
  const withdrawals = createWithdrawals({ db, host, authority, blocks, now });
  const processor = createWithdrawalProcessor({
    db,
    gateway,
    withdrawals,
    authority,
    blocks,
    log,
    now,
    onChange: async () => undefined,
  });
  const inbox = createInbox(now);
  const prices: TestLedger['prices'] = { worth: (coin, units) => (coin === 'USDT' ? units : null) };
  const worth: Worth = async (...asked) => prices.worth(...asked);
  let customers = 0;
  let requests = 0;
  return {
    database,
    processor,
    authority,
    blocks,
    host,
    gateway,
    directory,
    projector,
    inbox,
    log,
    alarms,
    prices,
    sweeping,
    gatherMs: 0,
    worth,
    secondNodeFromUsdt,
    openCustody: (settings, others, rules = { gatherMs: 0 }) =>
      openCustody(
        settings,
        {
          db,
          authority,
          host,
          gateway,
          directory,
          processor,
          inbox,
          log,
          now,
          sweeping,
          ...rules,
          worth,
          secondNodeFromUsdt,
        },
        others,
      ),
    newAddress: async (chain) => {
      customers += 1;
      const email = `customer-${customers}@test.example`;
      const { id: customer } = await db
        .insertInto('customers')
        .values({ email, password_hash: '', lang: 'en', up_color: 'green', created: now() })
        .returning('id')
        .executeTakeFirstOrThrow();
      const facts = (await readChains(db, directory)).find((one) => one.chain === chain);
      if (!facts) throw new Error('the chain is not opened');
      return { customer, address: await depositAddressOf(db, facts, customer) };
    },
    deposits: (customer) =>
      db.selectFrom('chain_deposits').selectAll().where('customer', '=', customer).orderBy('id').execute(),
    held: (customer, coin) => host.engine.balance(customer, 'coin', directory.assetId(coin) ?? -1),
    approved: async (fields) => {
      const { coin = 'USDT', chain = 'ETH' } = fields;
      const row = await db.transaction().execute((transaction) =>
        withdrawals.add(transaction, {
          request_id: `r${++requests}`,
          coin,
          chain,
          asset: directory.assetId(coin) ?? -1,
          address_id: 1,
          memo: '',
          fee: 0,
          usdt_units: 1,
          planned: 'approved',
          ...fields,
        }),
      );
      return processor.begin(row);
    },
    withdrawal: (id) => db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    now,
    passTime: (ms) => {
      clock += ms;
    },
    close: async () => {
      await gateway.close();
      await projector.close();
      await database.close();
    },
  };
}
