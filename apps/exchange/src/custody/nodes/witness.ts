import type { Logger } from 'pino';
import type {
  Arrival,
  BlockRef,
  ChainFacts,
  ChainReader,
  Payer,
  PaymentProgress,
  ScanBlocks,
  AskSecond,
  SecondNode,
} from '../chains/chain.ts';
import { hasPlaceOf, isAmong } from '../deposits/deposit-check.ts';
import type { DepositRow } from '../deposits/deposits.ts';
import type { AttemptRow, PaymentRow } from '../tables.ts';

export interface WitnessOptions {
  readonly facts: ChainFacts;
  /** The followed node. */
  readonly reader: Pick<ChainReader, 'hashAt'>;
  /** Null if a single node is trusted. */
  readonly second: SecondNode | null;
  readonly log: Logger;
  readonly now: () => number;
}

/** True if the second node has the deposit of a row, deep enough. */
export type IsAgreed = (row: DepositRow) => Promise<boolean>;

/** Pause before a node that does not answer is asked again; small credits continue. */
const restMs = 30_000;
/** Interval at which the same doubt is logged again. */
const logAgainMs = 60_000;
/** A first node this many blocks behind may be withholding blocks. */
const maxBlocksBehind = 10;

/** Asks a second node before money moves on the first one's word. If it is away or disagrees, money waits and operators get an alarm. */
export class Witness {
  readonly #options: WitnessOptions;
  #restUntil = 0;
  #lookedAt = -1;
  #logged = { doubt: '', until: 0 };
  /** Doubts of this round and of the previous one. */
  #doubt: string | null = null;
  #before: string | null = null;

  constructor(options: WitnessOptions) {
    this.#options = options;
  }

  /** Why money waits or people must check; null if both nodes agree. */
  get doubt(): string | null {
    return this.#doubt ?? this.#before;
  }

  /** False if a single node is trusted. */
  get hasSecond(): boolean {
    return this.#options.second !== null;
  }

  /** Starts a round; a doubt that is not repeated in it is over. */
  begin(): void {
    [this.#before, this.#doubt] = [this.#doubt, null];
  }

  /** Starts a check of many deposits that reads each block once. */
  deposits(): IsAgreed {
    return this.#ofBlocks((arrivals, row) =>
      isAmong(this.#options.facts, arrivals, row) ? null : 'does not have a deposit that the first node reported',
    );
  }

  /** Starts a check of deposits that the first node reported once and denies now: true if the second node has the block, as deep, and not the deposit. */
  denied(): IsAgreed {
    return this.#ofBlocks((arrivals, row) =>
      hasPlaceOf(arrivals, row) ? 'has a deposit that the first node does not report any more' : null,
    );
  }

  /** Asks about deposits by what the second node has in their blocks, each of which is read once. */
  #ofBlocks(doubtOf: (arrivals: readonly Arrival[], row: DepositRow) => string | null): IsAgreed {
    const read = new Map<string, Promise<readonly Arrival[] | string>>();
    return (row) =>
      this.ask({ deposit: row.id }, async ({ reader }) => {
        const arriving = read.get(row.block_hash) ?? this.#arrivalsIn(reader, row);
        read.set(row.block_hash, arriving);
        const arrivals = await arriving;
        return typeof arrivals === 'string' ? arrivals : doubtOf(arrivals, row);
      });
  }

  /** True if the second node has another block where a deposit was. */
  isGone({ id, height, block_hash }: DepositRow): Promise<boolean> {
    return this.ask({ deposit: id }, async ({ reader }) => {
      const hash = await reader.hashAt(height);
      if (hash === null) return 'is behind';
      return hash === block_hash ? 'still has the block of a deposit that is missing' : null;
    });
  }

  /** True if the second node agrees on a payment's end: same transaction, outcome and block, deep enough, or no transaction for good. */
  agrees(
    payment: PaymentRow,
    attempts: readonly AttemptRow[],
    { ours, height }: { readonly ours: PaymentProgress; readonly height: number },
  ): Promise<boolean> {
    return this.ask({ payment: payment.id }, async (second) => {
      const theirs = await second.progressOf(payment, attempts, height);
      if (theirs.kind !== ours.kind) return `says that a payment is ${theirs.kind}, and the first node ${ours.kind}`;
      if (theirs.kind !== 'landed' || ours.kind !== 'landed') return null;
      const isSame = theirs.txid === ours.txid && theirs.outcome === ours.outcome;
      if (!isSame || theirs.confirmations !== ours.confirmations) return 'has another outcome of a payment';
      return this.#doubtOfPlace(second, height - ours.confirmations + 1);
    });
  }

  /** Compares both chains where they should agree: once per block, and while a doubt lasts. */
  async look(tip: BlockRef): Promise<void> {
    const { confirmations } = this.#options.facts;
    const settled = tip.height - confirmations + 1;
    if (settled < 0 || (tip.height === this.#lookedAt && this.doubt === null)) return;
    this.#lookedAt = tip.height;
    await this.ask({ height: settled }, async (second) => {
      const head = await second.reader.head();
      if (head.height - tip.height > Math.max(maxBlocksBehind, confirmations))
        return `is ${head.height - tip.height} blocks ahead of the first one`;
      const [ours, theirs] = await Promise.all([this.#options.reader.hashAt(settled), second.reader.hashAt(settled)]);
      if (theirs === null) return 'is behind';
      return ours === null || ours === theirs ? null : 'has other blocks than the first one';
    });
  }

  /** True if the second node answers the question without a doubt, or a single node is trusted. A doubt raises the alarm. */
  async ask(...[about, question]: Parameters<AskSecond>): Promise<boolean> {
    const { second, now } = this.#options;
    if (second === null) return true;
    const isResting = now() < this.#restUntil;
    const found = isResting ? 'is away' : await question(second).catch((error: unknown) => this.#away(error));
    if (found === null) return true;
    this.#log(`the second node ${found}`, about);
    return false;
  }

  async #arrivalsIn(
    reader: SecondNode['reader'],
    { height, block_hash }: DepositRow,
  ): Promise<readonly Arrival[] | string> {
    const block = await reader.block(height);
    const isDeep = (await reader.hashAt(height + this.#options.facts.confirmations - 1)) !== null;
    if (!block || !isDeep) return 'is behind';
    return block.hash === block_hash ? (await block.read()).arrivals : 'has another block than a deposit’s';
  }

  async #doubtOfPlace({ reader }: SecondNode, height: number): Promise<string | null> {
    const { facts, reader: first } = this.#options;
    const [ours, theirs] = await Promise.all([first.hashAt(height), reader.hashAt(height)]);
    if (ours !== theirs) return 'has another block than a payment’s';
    return (await reader.hashAt(height + facts.confirmations - 1)) === null ? 'is behind' : null;
  }

  #away(error: unknown): string {
    const { now, log, facts } = this.#options;
    this.#restUntil = now() + restMs;
    log.warn({ err: error, chain: facts.chain }, 'secondNode.unreachable');
    return 'is away';
  }

  #log(doubt: string, about: Readonly<Record<string, number>>): void {
    const { log, now, facts } = this.#options;
    this.#doubt = doubt;
    if (this.#logged.doubt === doubt && now() < this.#logged.until) return;
    this.#logged = { doubt, until: now() + logAgainMs };
    log.error({ chain: facts.chain, ...about, doubt }, 'secondNode.disagrees');
  }
}

/** A payer whose payments end only when two nodes agree; until then they do not count as deep enough. */
export function witnessed(payer: Payer, witness: Witness, confirmations: number): Payer {
  const progressOf: Payer['progressOf'] = async (payment, attempts, height) => {
    const progress: PaymentProgress = await payer.progressOf(payment, attempts, height);
    const isEnd =
      progress.kind === 'displaced' || (progress.kind === 'landed' && progress.confirmations >= confirmations);
    if (!isEnd || (await witness.agrees(payment, attempts, { ours: progress, height }))) return progress;
    return progress.kind === 'landed' ? { ...progress, confirmations: confirmations - 1 } : { kind: 'waiting' };
  };
  return {
    prepare: (order) => payer.prepare(order),
    sign: (payment, alongside) => payer.sign(payment, alongside),
    send: (attempt) => payer.send(attempt),
    slotsOf: (payment, attempt) => payer.slotsOf(payment, attempt),
    pursue: (payment, attempts) => payer.pursue(payment, attempts),
    replace: (payment, attempts) => payer.replace(payment, attempts),
    forget: (payment) => payer.forget(payment),
    progressOf,
    ...(payer.batches ? { batches: payer.batches } : {}),
  };
}

/** Scans blocks by reading each of them whole. */
export function scanWhole(reader: Pick<ChainReader, 'block'>): ScanBlocks {
  return async (blocks) => {
    const read = await Promise.all(
      blocks.map(async ({ height, hash }) => {
        const block = await reader.block(height);
        return block?.hash === hash ? { height, hash, arrivals: (await block.read()).arrivals } : null;
      }),
    );
    return read.every((block) => block !== null) ? read : null;
  };
}
