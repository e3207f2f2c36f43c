import type { ConditionName, Order } from '@fft/contract';
import { hasConditions, type PlaceOrder } from '@fft/engine';
import type { Directory } from '../ledger/listings/directory.ts';
import {
  averagePrice,
  formatBase,
  formatPrice,
  formatQuantity,
  formatQuote,
  notionalUnits,
  type MarketView,
} from '../ledger/listings/market-view.ts';
import { type Condition, formatTerm, furtherConditions, triggers } from '../ledger/order-terms.ts';
import type { OrderRecord } from '../ledger/replica/order-record.ts';
import { parentOf } from './order-parents.ts';

/** An order in the contract's form. */
export function orderWire(directory: Directory, record: OrderRecord): Order {
  const { command } = record;
  const view = directory.marketById(command.market);
  const { rules } = view;
  const buy = command.side === 'buy';
  const byAmount = command.amount > 0;
  const limit = command.orderType === 'limit';
  const delegated = byAmount
    ? command.amount
    : limit
      ? notionalUnits(view, command.priceTicks, command.quantityLots)
      : null;
  const plain: Order = {
    id: String(record.orderId),
    clientOrderId: command.clientOrderId,
    symbol: rules.symbol,
    side: command.side,
    type: command.orderType,
    timeInForce: command.timeInForce,
    postOnly: command.postOnly,
    price: limit ? formatPrice(view, command.priceTicks) : null,
    quantity: byAmount ? null : formatQuantity(view, command.quantityLots),
    amount: byAmount ? formatQuote(view, command.amount) : null,
    delegatedTotal: delegated === null ? null : formatQuote(view, delegated),
    filled: formatQuantity(view, record.filledLots),
    filledTotal: formatQuote(view, record.filledNotional),
    average: averagePrice(view, record),
    fee: buy ? formatBase(view, record.fee) : formatQuote(view, record.fee),
    feeCoin: buy ? view.base.code : view.quote.code,
    state: record.state,
    time: record.time,
    updated: record.updated,
  };
  // Most orders are plain, and spreading objects costs several times a single literal.
  const parent = parentOf(command.clientOrderId);
  if (parent === undefined && record.reason === null && !hasConditions(command)) return plain;
  const reason = record.reason === null ? {} : { reason: record.reason };
  return { ...plain, ...termsWire(view, record), ...(parent && { parent }), ...reason };
}

/** The terms that only some orders have; `waiting` follows those that an order waits for. */
function termsWire(view: MarketView, { command, isWaiting }: OrderRecord): Partial<Order> {
  const waitsFor = shown(view, command, triggers);
  const further = shown(view, command, furtherConditions);
  return Object.keys(waitsFor).length === 0 ? further : { ...waitsFor, waiting: isWaiting, ...further };
}

function shown(view: MarketView, command: PlaceOrder, some: readonly Condition[]): Partial<Pick<Order, ConditionName>> {
  const terms: Partial<Record<ConditionName, string | number>> = {};
  for (const { name, kind, field } of some) {
    const value = command[field];
    if (value !== undefined && value !== 0) terms[name] = formatTerm(view, kind, value);
  }
  // Each field has the value of its own term, as the contract's table says.
  return terms as Partial<Pick<Order, ConditionName>>;
}
