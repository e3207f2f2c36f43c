import type { OwnFill } from '../../../orders/index.ts';
import type { Clock } from '../../clock.ts';
import { formatBase, formatPrice, formatQuantity, formatQuote } from '../../decimals.ts';
import type { NamedMarket } from '../../symbols.ts';

export interface ShownFill {
  readonly market: NamedMarket;
  /** −1 for a fill of a single order. */
  readonly listId: number;
  readonly at: Clock;
}

/** A fill from its owner's side. */
export function tradeAnswer(fill: OwnFill, { market: { view, symbol }, listId, at }: ShownFill): object {
  return {
    symbol,
    id: fill.tradeNumber,
    orderId: fill.orderId,
    orderListId: listId,
    price: formatPrice(view, fill.priceTicks),
    qty: formatQuantity(view, fill.quantityLots),
    quoteQty: formatQuote(view, fill.notional),
    commission: fill.isBuyer ? formatBase(view, fill.fee) : formatQuote(view, fill.fee),
    commissionAsset: fill.isBuyer ? view.base.code : view.quote.code,
    time: at(fill.time),
    isBuyer: fill.isBuyer,
    isMaker: fill.isMaker,
    isBestMatch: true,
  };
}
