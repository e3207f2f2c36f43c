import type { Logger } from 'pino';
import type { ChainFacts } from './chain-facts.ts';
import { isAmong } from './deposit-check.ts';
import type { DepositRow } from './deposits.ts';
import type { Payer, Standing } from './payer.ts';
import type { Arrival, ChainReader, Place } from './chain-reader.ts';
import type { AttemptRow, PaymentRow } from './payment-rows.ts';

/** A second node of a chain, of another keeper: what it says by itself. */
export interface SecondNode {
  readonly reader: Pick<ChainReader, 'head' | 'hashAt' | 'block'>;
  readonly standing: Payer['standing'];
}

export interface WitnessParts {
  readonly facts: ChainFacts;
  /** The node that is followed. */
  readonly reader: Pick<ChainReader, 'hashAt'>;
  /** Null where one node alone is believed. */
  readonly second: SecondNode | null;
  readonly log: Logger;
  readonly now: () => number;
}

/** Whether the second node has what a deposit's row says, deep enough. */
export type IsAgreed = (row: DepositRow) => Promise<boolean>;

/** A node that doesn't answer isn't asked again for so long: small credits go on meanwhile. */
const restMs = 30_000;
/** The same doubt is said so often. */
const tellAgainMs = 60_000;
/** A first node that is so many blocks behind may be keeping some back. */
const behindMost = 10;

/** Asks a second node before money moves by what the first one says. Where it is away or says otherwise, nothing moves and people are told. */
export class Witness {
  readonly #parts: WitnessParts;
  #restUntil = 0;
  #lookedAt = -1;
  #told = { doubt: '', until: 0 };
  /** What was doubted in this look, and in the one before. */
  #doubt: string | null = null;
  #before: string | null = null;

  constructor(parts: WitnessParts) {
    this.#parts = parts;
  }

  /** Why money waits, or people should look; null where both nodes say the same. */
  get doubt(): string | null {
    return this.#doubt ?? this.#before;
  }

  /** Begins another look: what isn't doubted in it again, is over. */
  begin(): void {
    [this.#before, this.#doubt] = [this.#doubt, null];
  }

  /** For one look at many deposits: each block is read once. */
  deposits(): IsAgreed {
    const read = new Map<string, Promise<readonly Arrival[] | string>>();
    return (row) =>
      this.#ask({ deposit: row.id }, async ({ reader }) => {
        const arriving = read.get(row.block_hash) ?? this.#arrivalsIn(reader, row);
        read.set(row.block_hash, arriving);
        const arrivals = await arriving;
        if (typeof arrivals === 'string') return arrivals;
        return isAmong(this.#parts.facts, arrivals, row) ? null : 'does not have a deposit that the first node told of';
      });
  }

  /** Whether the second node has another block where a deposit was. */
  isGone({ id, height, block_hash }: DepositRow): Promise<boolean> {
    return this.#ask({ deposit: id }, async ({ reader }) => {
      const hash = await reader.hashAt(height);
      if (hash === null) return 'is behind';
      return hash === block_hash ? 'still has the block of a deposit that is missing' : null;
    });
  }

  /** Whether the second node says of a payment's end what the first one does: the same transaction with the same outcome in the same block, deep enough, or none for good. */
  agrees(
    payment: PaymentRow,
    attempts: readonly AttemptRow[],
    { standing, height }: { readonly standing: Standing; readonly height: number },
  ): Promise<boolean> {
    return this.#ask({ payment: payment.id }, async (second) => {
      const told = await second.standing(payment, attempts, height);
      if (told.kind !== standing.kind)
        return `says that a payment is ${told.kind}, and the first node ${standing.kind}`;
      if (told.kind !== 'landed' || standing.kind !== 'landed') return null;
      const isSame = told.txid === standing.txid && told.outcome === standing.outcome;
      if (!isSame || told.confirmations !== standing.confirmations) return 'has another outcome of a payment';
      return this.#doubtOfPlace(second, height - standing.confirmations + 1);
    });
  }

  /** Compares both chains where they should be the same: once for each block, and as long as something is doubted. */
  async look(tip: Place): Promise<void> {
    const { confirmations } = this.#parts.facts;
    const settled = tip.height - confirmations + 1;
    if (settled < 0 || (tip.height === this.#lookedAt && this.doubt === null)) return;
    this.#lookedAt = tip.height;
    await this.#ask({ height: settled }, async (second) => {
      const head = await second.reader.head();
      if (head.height - tip.height > Math.max(behindMost, confirmations))
        return `is ${head.height - tip.height} blocks ahead of the first one`;
      const [ours, theirs] = await Promise.all([this.#parts.reader.hashAt(settled), second.reader.hashAt(settled)]);
      if (theirs === null) return 'is behind';
      return ours === null || ours === theirs ? null : 'has other blocks than the first one';
    });
  }

  async #arrivalsIn(
    reader: SecondNode['reader'],
    { height, block_hash }: DepositRow,
  ): Promise<readonly Arrival[] | string> {
    const block = await reader.block(height);
    const isDeep = (await reader.hashAt(height + this.#parts.facts.confirmations - 1)) !== null;
    if (!block || !isDeep) return 'is behind';
    return block.hash === block_hash ? (await block.read()).arrivals : 'has another block than a deposit’s';
  }

  async #doubtOfPlace({ reader }: SecondNode, height: number): Promise<string | null> {
    const { facts, reader: first } = this.#parts;
    const [ours, theirs] = await Promise.all([first.hashAt(height), reader.hashAt(height)]);
    if (ours !== theirs) return 'has another block than a payment’s';
    return (await reader.hashAt(height + facts.confirmations - 1)) === null ? 'is behind' : null;
  }

  async #ask(about: Readonly<Record<string, number>>, question: (second: SecondNode) => Promise<string | null>) {
    const { second, now } = this.#parts;
    if (second === null) return true;
    const isResting = now() < this.#restUntil;
    const found = isResting ? 'is away' : await question(second).catch((error: unknown) => this.#away(error));
    if (found === null) return true;
    this.#tell(`the second node ${found}`, about);
    return false;
  }

  #away(error: unknown): string {
    const { now, log, facts } = this.#parts;
    this.#restUntil = now() + restMs;
    log.warn({ err: error, chain: facts.chain }, 'the second node could not be asked');
    return 'is away';
  }

  #tell(doubt: string, about: Readonly<Record<string, number>>): void {
    const { log, now, facts } = this.#parts;
    this.#doubt = doubt;
    if (this.#told.doubt === doubt && now() < this.#told.until) return;
    this.#told = { doubt, until: now() + tellAgainMs };
    log.error({ chain: facts.chain, ...about, doubt }, 'two nodes do not say the same: money waits');
  }
}
