import { assert } from '@fft/decimal';
import type { AccountKind, Balance, Fill, MatchingEngine } from '@fft/engine';
import { isOrderFreeze } from '../projection/order-freezes.ts';
import type { BatchEvents, RecordedPosting } from '../replica/batch-events.ts';
import type { OrderRecord } from '../replica/order-record.ts';

/** Maximum number of postings compared at once: older ones are left out, so that a check stays cheap under load. */
const maxPostings = 200_000;
/** Orders checked one by one. */
const maxOrders = 2_000;
/** An account's key is one number: the owner, with asset and kind in its last digits. */
const maxAssets = 1_024;

/** An account at the start and the end of the window. */
export interface AccountMoves extends Moves {
  readonly owner: number;
  readonly kind: AccountKind;
  readonly asset: number;
  readonly closing: Balance;
}

interface Moves {
  readonly opening: Balance;
  /** What orders froze, less what they released: the tables have no rows of these. */
  frozenByOrders: bigint;
  /** Number of other postings. */
  postings: number;
  /** The balance after the last of these. */
  available: number;
  frozen: number;
}

/** Fields that an order's row must show. */
export interface ExpectedOrder extends Pick<
  OrderRecord,
  'orderId' | 'filledLots' | 'filledNotional' | 'fee' | 'state' | 'updated'
> {
  readonly owner: number;
  /** With the quantity they say what an open order holds. */
  readonly priceTicks: number;
  readonly quantityLots: number;
}

/** Consecutive trades of a market. */
export interface FillRange {
  readonly first: number;
  last: number;
  lots: number;
  notional: bigint;
  fees: bigint;
}

/** Expected contents of the tables for the entries after `from`, up to `to`. */
export interface Expected {
  readonly from: number;
  readonly to: number;
  /** Time of the first posting, so that no older partition is read. */
  readonly since: number;
  /** Without orders' freezes. */
  readonly postings: number;
  readonly accounts: readonly AccountMoves[];
  readonly orders: readonly ExpectedOrder[];
  readonly fills: ReadonlyMap<number, FillRange>;
}

/** Records what happens, as far as a later comparison of tables and engine needs it. */
export class BooksWindow {
  #from: number;
  #to: number;
  #since = Infinity;
  #postings = 0;
  #accounts = new Map<number, Moves>();
  #orders = new Map<number, ExpectedOrder>();
  #fills = new Map<number, FillRange>();

  /** @param from the entry after which it begins */
  constructor(from: number) {
    this.#from = from;
    this.#to = from;
  }

  /** Starts again after an entry. */
  begin(from: number): void {
    this.#from = from;
    this.#to = from;
    if (this.#orders.size === 0 && this.#accounts.size === 0) return;
    this.#postings = 0;
    this.#since = Infinity;
    this.#accounts = new Map();
    this.#orders = new Map();
    this.#fills = new Map();
  }

  add(batch: BatchEvents): void {
    if (this.#postings > maxPostings) this.begin(this.#to);
    this.#to = batch.sequence;
    this.#since = Math.min(this.#since, batch.postings[0]?.time ?? Infinity);
    for (const posting of batch.postings) this.#addPosting(posting);
    for (const order of batch.orders) {
      if (this.#orders.size < maxOrders || this.#orders.has(order.orderId)) this.#addOrder(order);
    }
    for (const fill of batch.fills) this.#addFill(fill);
  }

  /** Returns what the tables must show, by the engine's present state; the next window begins here. */
  take(engine: Pick<MatchingEngine, 'balance'>): Expected {
    const accounts = [...this.#accounts].map(([key, moves]) => {
      const account = accountOf(key);
      return { ...account, ...moves, closing: { ...engine.balance(account.owner, account.kind, account.asset) } };
    });
    const [from, to, postings, fills] = [this.#from, this.#to, this.#postings, this.#fills];
    const since = Number.isFinite(this.#since) ? this.#since : 0;
    const orders = [...this.#orders.values()];
    this.begin(to);
    return { from, to, since, postings, accounts, orders, fills };
  }

  #addPosting(posting: RecordedPosting): void {
    const { owner, kind, asset, available, frozen, availableDelta, frozenDelta } = posting;
    assert(asset < maxAssets, 'more assets than a key can hold');
    const key = (owner * maxAssets + asset) * 2 + (kind === 'fiat' ? 1 : 0);
    let moves = this.#accounts.get(key);
    if (!moves) {
      const opening = { available: available - availableDelta, frozen: frozen - frozenDelta };
      moves = { opening, frozenByOrders: 0n, postings: 0, available: 0, frozen: 0 };
      this.#accounts.set(key, moves);
    }
    if (isOrderFreeze(posting)) {
      moves.frozenByOrders += BigInt(frozenDelta);
      return;
    }
    moves.postings += 1;
    moves.available = available;
    moves.frozen = frozen;
    this.#postings += 1;
  }

  /** Copies the fields: the record itself would keep everything it refers to in memory. */
  #addOrder({ orderId, command, filledLots, filledNotional, fee, state, updated }: OrderRecord): void {
    const { owner, priceTicks, quantityLots } = command;
    this.#orders.set(orderId, {
      orderId,
      owner,
      priceTicks,
      quantityLots,
      filledLots,
      filledNotional,
      fee,
      state,
      updated,
    });
  }

  #addFill({ market, tradeNumber, quantityLots, notional, makerFee, takerFee }: Fill): void {
    let range = this.#fills.get(market);
    if (!range) {
      range = { first: tradeNumber, last: tradeNumber, lots: 0, notional: 0n, fees: 0n };
      this.#fills.set(market, range);
    }
    range.last = tradeNumber;
    range.lots += quantityLots;
    range.notional += BigInt(notional);
    range.fees += BigInt(makerFee + takerFee);
  }
}

function accountOf(key: number): Pick<AccountMoves, 'owner' | 'kind' | 'asset'> {
  const account = Math.floor(key / 2);
  return {
    owner: Math.floor(account / maxAssets),
    asset: account % maxAssets,
    kind: key % 2 === 1 ? 'fiat' : 'coin',
  };
}
