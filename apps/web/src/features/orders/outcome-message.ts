import type { Order } from '@fft/contract';
import { formatAmount, formatPrice } from '../../lib/format/index.ts';
import { signOf, trimZeros } from '../../lib/exact.ts';
import type { tradeTexts } from '../../i18n/trade.ts';

type TradeTexts = (typeof tradeTexts)['zh'];

/** A sentence about the outcome of a sent order. */
export function outcomeMessage(order: Order, t: TradeTexts): string {
  const quantity = `${formatAmount(trimZeros(order.filled))} ${order.symbol.split('/')[0] ?? ''}`;
  const traded = signOf(order.filled) > 0;
  switch (order.state) {
    case 'filled':
      return t.filledAt(quantity, formatPrice(order.average));
    case 'processing':
      return traded ? t.partly(quantity) : t.placed;
    case 'cancelled':
      return traded ? t.partlyEnded(quantity, reasonText(order, t)) : t.ended(reasonText(order, t));
    case 'rejected':
      return t.refused(reasonText(order, t));
  }
}

/** Why an order ended early, in the reader's words. */
export function reasonText({ reason }: Pick<Order, 'reason'>, t: TradeTexts): string {
  const known: Readonly<Record<string, string>> = t.reasons;
  return (reason === undefined ? undefined : known[reason]) ?? t.reasons.other;
}
