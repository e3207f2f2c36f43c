import type { Command, Fill } from '@fft/engine';
import type { BatchEvents, RecordedPosting } from '../src/ledger/replica/batch-events.ts';
import { newOrderRecord, type OrderRecord } from '../src/ledger/replica/order-record.ts';

interface Placed {
  readonly owner: number;
  readonly side: 'buy' | 'sell';
  readonly time: number;
  readonly id: number;
}

export function placed({ owner, side, time, id }: Placed): Command & { type: 'place' } {
  return {
    type: 'place',
    time,
    owner,
    clientOrderId: `t-${id}`,
    market: 0,
    side,
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    selfTrade: 'cancelOldest',
    priceTicks: 970_000,
    quantityLots: 10,
    amount: 0,
  };
}

/** Makes entries as the engine reports them, in which each second order fills the one before. Sums of their postings are wrong: they serve writes and reads of tables. */
export class MadeTrades {
  readonly #ownerOf: (order: number) => number;
  orders = 0;
  trades = 0;
  sequence = 0;

  constructor(ownerOf: (order: number) => number) {
    this.#ownerOf = ownerOf;
  }

  /** @param count of orders, an even number */
  next(time: number, count: number): BatchEvents {
    this.sequence += 1;
    const firstPlaced = this.orders + 1;
    const orders: OrderRecord[] = [];
    const fills: Fill[] = [];
    const postings: RecordedPosting[] = [];
    for (let index = 0; index < count; index += 2) {
      const [sold, bought] = [this.#order('sell', time), this.#order('buy', time)];
      orders.push(sold, bought);
      this.trades += 1;
      const [maker, taker] = [sold.command.owner, bought.command.owner];
      const fill = { market: 0, tradeNumber: this.trades, time, takerSide: 'buy', priceTicks: 970_000 } as const;
      fills.push({
        ...fill,
        quantityLots: 10,
        notional: 9_700,
        takerOrder: bought.orderId,
        takerOwner: taker,
        takerFee: 10,
        makerOrder: sold.orderId,
        makerOwner: maker,
        makerFee: 10,
      });
      const posting = (owner: number, asset: number, reason: RecordedPosting['reason']): RecordedPosting => ({
        owner,
        kind: 'coin',
        asset,
        reason,
        time,
        reference: '',
        orderId: sold.orderId,
        availableDelta: 0,
        frozenDelta: 0,
        available: 1_000_000,
        frozen: 0,
      });
      postings.push(posting(maker, 0, 'freeze'), posting(taker, 1, 'freeze'));
      if (this.trades % 100 === 0) postings.push(posting(maker, 0, 'deposit'));
      for (let line = 0; line < 4; line++) postings.push(posting(maker, line > 1 ? 0 : 1, 'trade'));
      for (let line = 0; line < 4; line++) postings.push(posting(maker, line > 1 ? 1 : 0, 'fee'));
    }
    const { sequence } = this;
    return { sequence, outcomes: [], firstPlaced, orders, fills, postings, levels: new Map(), marketStates: new Set() };
  }

  #order(side: Placed['side'], time: number): OrderRecord {
    this.orders += 1;
    const order = newOrderRecord(
      this.orders,
      placed({ owner: this.#ownerOf(this.orders), side, time, id: this.orders }),
      time,
    );
    return Object.assign(order, { filledLots: 10, filledNotional: 9_700, fee: 10, state: 'filled' });
  }
}
