import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Inbox } from '../content/index.ts';
import type { Tables } from './room.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import type { EngineHost } from '../ledger/replica/engine-host.ts';
import type { Gateway } from '../ledger/gateway.ts';
import type { Authority, WithdrawalProcessor } from '../funds/withdrawals/index.ts';
import { Crediter } from './deposits/crediter.ts';
import { DepositRecoveries } from './deposits/deposit-recoveries.ts';
import { DepositCheck } from './deposits/deposit-check.ts';
import type { FollowedChain, Gathering, SweepRules, Worth } from './chains/chain.ts';
import { LostDeposits } from './deposits/lost-deposits.ts';
import { type ChainSettings, openChain } from './chains/open-chain.ts';
import { PaymentRequests } from './payments/payment-requests.ts';
import { Payments } from './payments/payments.ts';
import { Witness, witnessed } from './nodes/witness.ts';
import { readSolvency, shortOf, type Solvency } from './treasury/solvency.ts';
import { asOther, noteHoldings, type OtherChain } from './treasury/holdings.ts';
import {
  ChainPaused,
  type Reorganisation,
  reorganisationAlarmMs,
  Watcher,
  type WatcherOptions,
} from './deposits/watcher.ts';
import { SignerClient } from './payments/signer-client.ts';
import { SecondScan } from './deposits/second-scan.ts';
import { WithdrawalSender } from './payments/withdrawal-sender.ts';

export interface CustodyOptions {
  readonly db: Kysely<Tables>;
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly directory: Directory;
  readonly processor: WithdrawalProcessor;
  readonly authority: Authority;
  readonly inbox: Inbox;
  readonly log: Logger;
  readonly now: () => number;
  readonly sweeping: SweepRules;
  /** How long withdrawals are gathered for one transaction on Bitcoin's family; 0 to pay each by its own. */
  readonly gatherMs: number;
  /** How long a credit or a hold waits for tables that are behind the journal; three seconds by default. */
  readonly tablesWithinMs?: number | undefined;
  /** Credits worth at least this many whole USDT wait for the second node. */
  readonly secondNodeFromUsdt: number;
  /** Prices that controls use. */
  readonly worth: Worth;
}

export interface Custody extends OtherChain {
  /** Does all due work: reads blocks, credits, pays, sweeps. Resolves to true if there was a new block. */
  tick(): Promise<boolean>;
  /** Compares holdings with liabilities; a shortfall stops payments until a later check finds none. */
  checkSolvency(): Promise<Solvency[]>;
  readonly isShort: boolean;
  /** Depth in blocks of a recent reorganisation that reached credited deposits; null if there was none. */
  readonly deepReorganisation: number | null;
  /** Coins below their hot minimum at the last {@link checkSolvency}. */
  readonly low: readonly string[];
  /** Why money waits for a second node, or for people because the tables misstate a payment; null if nothing waits. */
  readonly doubt: string | null;
  /** Address of the hot wallet. */
  readonly hot: string;
}

const none = (): readonly OtherChain[] => [];

/**
 * Follows a chain and moves the exchange's coins on it, in one process at a time. It holds no keys: the signer does. `others` are the other chains that this
 * process follows.
 */
export async function openCustody(settings: ChainSettings, options: CustodyOptions, others = none): Promise<Custody> {
  const { db, host, log, now } = options;
  const chain = witnessedChain(await openChain(settings, options), options);
  const { facts, witness } = chain;
  const { watcher, scan } = readingOf(options, chain);
  const signer = new SignerClient(settings.signerSocket);
  const crediting = creditingOf(options, chain, { signer, scan });
  const paying = payingOf(options, chain, signer);
  let [isShort, low]: [boolean, readonly string[]] = [false, []];
  let stalled = { height: 0, since: now() };

  async function tick(): Promise<boolean> {
    await Promise.all([chain.confirmKeys(), chain.begin()]);
    witness.begin();
    await crediting.resolve();
    let hasMoved = false;
    while (await watcher.step()) hasMoved = true;
    const tip = await watcher.tip();
    if (tip === null) return hasMoved;
    await witness.look(tip);
    if (tip.height !== stalled.height) stalled = { height: tip.height, since: now() };
    if (now() - stalled.since > chain.stalledMs)
      throw new ChainPaused(`${facts.chain} has had no block since ${new Date(stalled.since).toISOString()}`);
    const height = await chain.countedHeight(tip.height);
    await scan.work(height);
    await crediting.work(height);
    if (isShort) return hasMoved;
    await paying.work(height);
    await chain.gather(height);
    return hasMoved;
  }

  async function checkSolvency(): Promise<Solvency[]> {
    const solvency = await readSolvency({ db, host, chain, others });
    await noteHoldings(db, facts, solvency, now());
    const short = shortOf(solvency);
    isShort = short.length > 0;
    for (const { coin, ...line } of short) log.fatal({ coin, ...inWords(line) }, 'solvency.shortfall');
    low = await chain.low();
    for (const coin of low) log.error({ chain: facts.chain, coin }, 'hotWallet.low');
    return solvency;
  }

  return {
    ...asOther(chain),
    tick,
    checkSolvency,
    get isShort() {
      return isShort;
    },
    get low() {
      return low;
    },
    get doubt() {
      return witness.doubt ?? paying.sender.doubt;
    },
    get deepReorganisation() {
      return depthOf(watcher.reorganisation, facts.confirmations, now());
    },
    hot: chain.hot,
  };
}

/** A followed chain whose second node is asked before money moves. */
interface WitnessedChain extends FollowedChain, Gathering {
  readonly witness: Witness;
}

function witnessedChain(chain: FollowedChain, { log, now }: CustodyOptions): WitnessedChain {
  const witness = new Witness({ ...chain, log, now });
  const payer = witnessed(chain.payer, witness, chain.facts.confirmations);
  const gathering = chain.gathering({ payer, askSecond: (about, question) => witness.ask(about, question) });
  return { ...chain, ...gathering, payer, witness };
}

/** What reads blocks at the first node, and what scans them at the second one. */
function readingOf({ db, log, now }: CustodyOptions, { facts, reader, witness }: WitnessedChain) {
  const onRead: WatcherOptions['onRead'] = (block, arrivals) => scan.note(block, arrivals);
  const { coins, addresses } = facts;
  const watcher = new Watcher({ db, reader, coins, family: addresses.family, now, onRead });
  const scan = new SecondScan({ db, facts, reader, watcher, witness, log });
  return { watcher, scan };
}

function recoveriesOf(options: CustodyOptions, chain: WitnessedChain, signer: SignerClient): DepositRecoveries | null {
  const { findTransaction: find } = chain;
  return find ? new DepositRecoveries({ ...options, ...chain, signer, find }) : null;
}

function payingOf(
  { db, host, processor, authority, gatherMs, log, now }: CustodyOptions,
  { facts, payer }: WitnessedChain,
  signer: SignerClient,
): { readonly sender: WithdrawalSender; readonly work: (height: number) => Promise<void> } {
  const payments = new Payments(db, now);
  const paying = { facts, payer, payments, processor, authority, signer, gatherMs };
  const sender = new WithdrawalSender({ db, host, ...paying, log, now });
  const requests = new PaymentRequests({ db, chain: facts.chain, payer, payments, sender, log, now });
  return {
    sender,
    work: async (height) => {
      await requests.work(height);
      await sender.work(height);
    },
  };
}

/** What comes in, by the height of the last block read. */
interface Crediting {
  /** Finds out what became of credits that were begun. */
  resolve(): Promise<void>;
  work(height: number): Promise<void>;
}

function creditingOf(
  options: CustodyOptions,
  chain: WitnessedChain,
  { signer, scan }: { readonly signer: SignerClient; readonly scan: SecondScan },
): Crediting {
  const { facts, reader, witness } = chain;
  const { db, host, gateway, directory, inbox, worth, secondNodeFromUsdt, tablesWithinMs, log, now } = options;
  const { coins, confirmations } = facts;
  const check = new DepositCheck({ db, host, facts, reader, log });
  const crediting = {
    db,
    host,
    gateway,
    directory,
    inbox,
    coins,
    check,
    confirmations,
    witness,
    scan,
    worth,
    secondNodeFromUsdt,
    tablesWithinMs,
    log,
    now,
  };
  const [crediter, lostDeposits] = [new Crediter(crediting), new LostDeposits(crediting)];
  const recoveries = recoveriesOf(options, chain, signer);
  return {
    resolve: () => crediter.resolve(),
    work: async (height) => {
      await chain.agree?.(height);
      await recoveries?.work(height);
      await lostDeposits.mend(height);
      await crediter.credit(height);
    },
  };
}

/** Depth of a recent reorganisation that reached credited deposits. */
function depthOf(last: Reorganisation | null, confirmations: number, time: number): number | null {
  const isDeep = last !== null && last.depth >= confirmations && time - last.time <= reorganisationAlarmMs;
  return isDeep ? last.depth : null;
}

function inWords({ held, elsewhere, owed }: Pick<Solvency, 'held' | 'elsewhere' | 'owed'>): Record<string, string> {
  return { held: String(held + elsewhere), owed: String(owed) };
}
