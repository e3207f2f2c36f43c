import type { Balance, MatchingEngine } from '@fft/engine';
import { isOrderFreeze } from '../projection/order-freezes.ts';
import type { BatchEvents, RecordedPosting } from '../replica/batch-events.ts';
import type { OrderRecord } from '../replica/order-record.ts';

/** Sums of bigints by key. */
export type Sums = Map<string, bigint>;

function addTo(sums: Sums, key: string, amount: number | bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount));
}

/** Expected contents of the tables according to a replay from the first entry or a snapshot, and the sums of its postings. */
export class ReplayedBooks {
  /** The snapshot's entry; 0 without a snapshot. */
  readonly from: number;
  /** By `owner kind asset`, from postings alone. */
  readonly available: Sums = new Map();
  readonly frozen: Sums = new Map();
  /** Part of `frozen`: what orders froze, less what they released. The tables have no rows of these. */
  readonly frozenByOrders: Sums = new Map();
  /** Number of other postings by `owner kind asset`. */
  readonly postings: Sums = new Map();
  /** The balance after the last of these. */
  readonly lasts = new Map<string, Balance>();
  /** Keys: `market lots`, `market notional`, `market fees`, `market fills`. */
  readonly fills: Sums = new Map();
  readonly orders = new Map<number, OrderRecord>();
  /** The first replayed trade of each market. */
  readonly firstTrades = new Map<number, number>();
  /** The first order that the snapshot does not know; earlier ones may have ended long ago. */
  firstNewOrder = Infinity;
  /** Entries whose postings of an asset do not add up to zero. */
  readonly unbalanced: number[] = [];

  /** @param open records of orders in the snapshot */
  constructor(from = 0, open: Iterable<OrderRecord> = []) {
    this.from = from;
    for (const record of open) this.orders.set(record.orderId, { ...record });
  }

  add(batch: BatchEvents): void {
    const byAsset = new Map<number, bigint>();
    for (const posting of batch.postings) {
      const { owner, kind, asset, availableDelta, frozenDelta } = posting;
      const account = `${owner} ${kind} ${asset}`;
      if (this.from > 0 && !this.available.has(account)) this.#beginAccount(account, posting);
      addTo(this.available, account, availableDelta);
      addTo(this.frozen, account, frozenDelta);
      this.#addRow(account, posting);
      byAsset.set(asset, (byAsset.get(asset) ?? 0n) + BigInt(availableDelta) + BigInt(frozenDelta));
    }
    if ([...byAsset.values()].some((sum) => sum !== 0n)) this.unbalanced.push(batch.sequence);
    for (const { market, tradeNumber, quantityLots, notional, makerFee, takerFee } of batch.fills) {
      if (!this.firstTrades.has(market)) this.firstTrades.set(market, tradeNumber);
      addTo(this.fills, `${market} fills`, 1);
      addTo(this.fills, `${market} lots`, quantityLots);
      addTo(this.fills, `${market} notional`, notional);
      addTo(this.fills, `${market} fees`, makerFee + takerFee);
    }
    for (const order of batch.orders) {
      if (!this.orders.has(order.orderId)) this.firstNewOrder = Math.min(this.firstNewOrder, order.orderId);
      this.orders.set(order.orderId, order);
    }
  }

  #addRow(account: string, posting: RecordedPosting): void {
    if (isOrderFreeze(posting)) {
      addTo(this.frozenByOrders, account, posting.frozenDelta);
      return;
    }
    addTo(this.postings, account, 1);
    this.lasts.set(account, { available: posting.available, frozen: posting.frozen });
  }

  /** Records the account's balance at the snapshot. */
  #beginAccount(account: string, { available, frozen, availableDelta, frozenDelta }: RecordedPosting): void {
    this.available.set(account, BigInt(available) - BigInt(availableDelta));
    this.frozen.set(account, BigInt(frozen) - BigInt(frozenDelta));
  }

  /** Accounts whose balance in the engine differs from the sum of their postings. */
  differencesFrom(engine: MatchingEngine): string[] {
    return [...this.available.keys()].filter((account) => {
      const held = heldBy(engine, account);
      return BigInt(held.available) !== this.available.get(account) || BigInt(held.frozen) !== this.frozen.get(account);
    });
  }
}

/** The engine's balance of `owner kind asset`. */
export function heldBy(engine: MatchingEngine, account: string): Balance {
  const [owner, kind, asset] = account.split(' ');
  return engine.balance(Number(owner), kind === 'fiat' ? 'fiat' : 'coin', Number(asset));
}
