import type { MatchingEngine } from '@fft/engine';
import type { BatchEvents } from '../trading/batch-events.ts';
import type { OrderRecord } from '../trading/order-record.ts';

/** Sums by a key, of whole numbers of any size. */
export type Sums = Map<string, bigint>;

function addTo(sums: Sums, key: string, amount: number | bigint): void {
  sums.set(key, (sums.get(key) ?? 0n) + BigInt(amount));
}

/** What a replay of the journal says should be in the tables, and what its postings alone add up to. */
export class ReplayedBooks {
  /** By `owner kind asset`: from postings alone. */
  readonly available: Sums = new Map();
  readonly frozen: Sums = new Map();
  /** By `owner kind asset`: how many postings. */
  readonly postings: Sums = new Map();
  /** By market: `market lots`, `market notional`, `market fees`, `market fills`. */
  readonly fills: Sums = new Map();
  readonly orders = new Map<number, OrderRecord>();
  /** Entries whose postings of an asset don't add up to zero. */
  readonly unbalanced: number[] = [];

  add(batch: BatchEvents): void {
    const byAsset = new Map<number, bigint>();
    for (const { owner, kind, asset, availableDelta, frozenDelta } of batch.postings) {
      const account = `${owner} ${kind} ${asset}`;
      addTo(this.available, account, availableDelta);
      addTo(this.frozen, account, frozenDelta);
      addTo(this.postings, account, 1);
      byAsset.set(asset, (byAsset.get(asset) ?? 0n) + BigInt(availableDelta) + BigInt(frozenDelta));
    }
    if ([...byAsset.values()].some((sum) => sum !== 0n)) this.unbalanced.push(batch.sequence);
    for (const { market, quantityLots, notional, makerFee, takerFee } of batch.fills) {
      addTo(this.fills, `${market} fills`, 1);
      addTo(this.fills, `${market} lots`, quantityLots);
      addTo(this.fills, `${market} notional`, notional);
      addTo(this.fills, `${market} fees`, makerFee + takerFee);
    }
    for (const order of batch.orders) this.orders.set(order.orderId, order);
  }

  /** Accounts whose balance in the engine isn't what their postings add up to. */
  differencesFrom(engine: MatchingEngine): string[] {
    return [...this.postings.keys()].filter((account) => {
      const [owner, kind, asset] = account.split(' ');
      const held = engine.balance(Number(owner), kind === 'fiat' ? 'fiat' : 'coin', Number(asset));
      return BigInt(held.available) !== this.available.get(account) || BigInt(held.frozen) !== this.frozen.get(account);
    });
  }
}
