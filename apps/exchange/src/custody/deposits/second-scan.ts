import { toLedgerUnits } from '@fft/chains';
import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../room.ts';
import type { Arrival, BlockRef, ChainFacts, ChainReader, ScannedBlock, SecondNode } from '../chains/chain.ts';
import type { DepositRow } from './deposits.ts';
import type { Watcher } from './watcher.ts';
import type { Witness } from '../nodes/witness.ts';

export interface SecondScanOptions {
  readonly db: Kysely<Tables>;
  readonly facts: ChainFacts;
  /** The followed node. */
  readonly reader: Pick<ChainReader, 'hashAt'>;
  readonly watcher: Pick<Watcher, 'readAgain'>;
  readonly witness: Pick<Witness, 'ask' | 'hasSecond'>;
  readonly log: Logger;
}

/** Blocks that are asked for at once, and in one round: a second node that was away catches up meanwhile. */
const blocksAtOnce = 10;
const maxPerRound = 100;
/** Blocks whose arrivals are remembered. Of others, customers' arrivals are looked up. */
const maxRemembered = 1_000;

type Sighting = Omit<Arrival, 'position'>;

/**
 * Looks in each final block for deposits that the second node has and the first one hides. What both report is taken up; what only the second one reports raises
 * the alarm, and the scan waits at its block until they agree.
 */
export class SecondScan {
  readonly #options: SecondScanOptions;
  /** How often the first node reported each arrival, by block. */
  readonly #reported = new Map<string, ReadonlyMap<string, number>>();
  #isDone = false;

  constructor(options: SecondScanOptions) {
    this.#options = options;
  }

  /** True if both nodes agreed about all final blocks at the last {@link work}, or a single node is trusted. */
  get isDone(): boolean {
    return this.#isDone;
  }

  /** Notes what the first node reports of a block, so that nothing of it is looked up again. */
  note({ hash }: BlockRef, arrivals: readonly Arrival[]): void {
    if (!this.#options.witness.hasSecond) return;
    this.#reported.set(hash, countsOf(arrivals));
    const [oldest] = this.#reported.keys();
    if (this.#reported.size > maxRemembered && oldest !== undefined) this.#reported.delete(oldest);
  }

  /** Scans the blocks that have enough confirmations at this height. */
  async work(height: number): Promise<void> {
    this.#isDone = false;
    this.#isDone = await this.#scanTo(height - this.#options.facts.confirmations + 1);
  }

  async #scanTo(settled: number): Promise<boolean> {
    const { witness } = this.#options;
    // A second node that is added later begins with the blocks of then.
    if (!witness.hasSecond) {
      await this.#keep(null);
      return true;
    }
    const scanned = await this.#scanned();
    if (scanned === null) return false;
    const last = Math.min(settled, scanned + maxPerRound);
    for (let from = scanned + 1; from <= last; from += blocksAtOnce) {
      const to = Math.min(from + blocksAtOnce - 1, last);
      let agreed = from - 1;
      const onAgreed = (block: number): void => {
        agreed = block;
      };
      const isDone = await witness.ask({ height: to }, (second) => this.#scan(second, { from, to }, onAgreed));
      if (agreed >= from) await this.#keep(agreed);
      if (!isDone) return false;
    }
    return last === settled || settled <= scanned;
  }

  async #scan(
    second: SecondNode,
    { from, to }: { readonly from: number; readonly to: number },
    onAgreed: (height: number) => void,
  ): Promise<string | null> {
    const blocks = await this.#blocks(from, to);
    const theirs = await second.reader.hashAt(to);
    if (theirs === null) return 'is behind';
    const scanned = theirs === blocks.at(-1)?.hash ? await second.scan(blocks) : null;
    if (scanned === null) return 'has other blocks than the first one';
    const hidden = scanned.map((block) => this.#unreported(block));
    const customers = await this.#customersAmong(hidden.flat());
    for (const [index, block] of scanned.entries()) {
      const isSuspect = hidden[index]?.some(({ to: address }) => customers.has(address)) === true;
      const doubt = isSuspect ? await this.#settle(second, block) : null;
      if (doubt !== null) return doubt;
      this.#reported.delete(block.hash);
      onAgreed(block.height);
    }
    return null;
  }

  /** Reads a block whole at the second node, and again at the first one if rows lack something; null once nothing is missing. */
  async #settle({ reader }: SecondNode, { height, hash }: BlockRef): Promise<string | null> {
    const { watcher, log, facts } = this.#options;
    const block = await reader.block(height);
    if (block?.hash !== hash) return 'has other blocks than the first one';
    const missing = await this.#missing((await block.read()).arrivals, { height, hash });
    if (missing.length === 0) return null;
    if (!(await watcher.readAgain({ height, hash }, missing)))
      return 'has a deposit that the first node does not report';
    const txids = missing.map(({ txid }) => txid);
    log.error({ chain: facts.chain, height, txids }, 'deposit.wasHidden');
    return null;
  }

  /** Customers' arrivals that no row has as they are in this block. */
  async #missing(arrivals: readonly Arrival[], block: BlockRef): Promise<Arrival[]> {
    const { db, facts } = this.#options;
    const customers = await this.#customersAmong(arrivals);
    const ofCustomers = arrivals.filter((arrival) => customers.has(arrival.to) && this.#unitsOf(arrival) > 0);
    if (ofCustomers.length === 0) return [];
    const rows = await db
      .selectFrom('chain_deposits')
      .selectAll()
      .where('chain', '=', facts.chain)
      .where('txid', '=', sql<string>`any(${ofCustomers.map(({ txid }) => txid)})`)
      .execute();
    return ofCustomers.filter((arrival) => !rows.some((row) => this.#isKnown(row, arrival, block)));
  }

  #isKnown(row: DepositRow, arrival: Arrival, { height, hash }: BlockRef): boolean {
    const isSameKey = row.txid === arrival.txid && row.position === arrival.position;
    if (!isSameKey || row.height !== height || row.block_hash !== hash || row.state === 'orphaned') return false;
    const coin = this.#options.facts.coins.byContract(arrival.token);
    const isSame = row.address === arrival.to && row.coin === coin?.coin && row.amount === this.#unitsOf(arrival);
    if (isSame || row.state === 'seen' || row.state === 'small') return isSame;
    // A small one, credited on the first node's word: only people can tell what is right.
    this.#options.log.fatal({ deposit: row.id, txid: row.txid }, 'deposit.creditedOtherwise');
    return true;
  }

  #unitsOf({ token, amount }: Sighting): number {
    const coin = this.#options.facts.coins.byContract(token);
    return (coin && toLedgerUnits(amount, coin.ledgerDecimals, coin.chainDecimals)) ?? 0;
  }

  #unreported({ hash, arrivals }: ScannedBlock): Sighting[] {
    const left = new Map(this.#reported.get(hash));
    return arrivals.filter((arrival) => {
      const count = left.get(keyOf(arrival)) ?? 0;
      left.set(keyOf(arrival), count - 1);
      return count <= 0;
    });
  }

  async #customersAmong(arrivals: readonly Sighting[]): Promise<ReadonlySet<string>> {
    if (arrivals.length === 0) return new Set();
    const rows = await this.#options.db
      .selectFrom('deposit_addresses')
      .select('address')
      .where('family', '=', this.#options.facts.addresses.family)
      .where('address', '=', sql<string>`any(${[...new Set(arrivals.map(({ to }) => to))]})`)
      .execute();
    return new Set(rows.map(({ address }) => address));
  }

  /** The first node's blocks: those that were read, while they are remembered. */
  async #blocks(from: number, to: number): Promise<BlockRef[]> {
    const { db, facts, reader } = this.#options;
    const rows = await db
      .selectFrom('chain_blocks')
      .select(['height', 'hash'])
      .where('chain', '=', facts.chain)
      .where('height', '>=', from)
      .where('height', '<=', to)
      .execute();
    const known = new Map(rows.map(({ height, hash }) => [height, hash]));
    const heights = Array.from({ length: to - from + 1 }, (_, index) => from + index);
    return Promise.all(
      heights.map(async (height) => ({ height, hash: known.get(height) ?? (await reader.hashAt(height)) ?? '' })),
    );
  }

  /** The last block that was scanned; at first the oldest that is remembered, whose deposits don't count. Null before that. */
  async #scanned(): Promise<number | null> {
    const { db, facts } = this.#options;
    const { scanned, oldest } = await db
      .selectFrom('custody_chains')
      .select(({ selectFrom }) => [
        'second_scanned as scanned',
        selectFrom('chain_blocks')
          .select(({ fn }) => fn.min('height').as('height'))
          .where('chain_blocks.chain', '=', facts.chain)
          .as('oldest'),
      ])
      .where('chain', '=', facts.chain)
      .executeTakeFirstOrThrow();
    return scanned ?? oldest;
  }

  async #keep(height: number | null): Promise<void> {
    const { db, facts } = this.#options;
    await db
      .updateTable('custody_chains')
      .set({ second_scanned: height })
      .where('chain', '=', facts.chain)
      .where('second_scanned', 'is distinct from', height)
      .execute();
  }
}

function keyOf({ txid, to, token, amount }: Sighting): string {
  return `${txid} ${to} ${token} ${amount}`;
}

function countsOf(arrivals: readonly Sighting[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const arrival of arrivals) counts.set(keyOf(arrival), (counts.get(keyOf(arrival)) ?? 0) + 1);
  return counts;
}
