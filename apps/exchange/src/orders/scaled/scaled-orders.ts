import { maxScaledLevels, type calls, type CallParameters, type OrderParent, type ScaledPlaced } from '@fft/contract';
import type { PlaceOrder } from '@fft/engine';
import type { Untimed } from '../../ledger/gateway.ts';
import {
  averageAt,
  averagePrice,
  formatPrice,
  formatQuantity,
  formatQuote,
  notionalUnits,
  type MarketView,
} from '../../ledger/listings/market-view.ts';
import { codeOf } from '../../transport/http/refusal-answer.ts';
import { refuse } from '../refusals.ts';
import type { Handler } from '../../transport/http/route.ts';
import { findOrder } from '../find-order.ts';
import { marketRefusal } from '../market-refusal.ts';
import { childOrderId, parentOf } from '../order-parents.ts';
import { orderWire } from '../order-wire.ts';
import type { OrdersContext } from '../orders-context.ts';
import { lotsOf, ticksOf } from '../parse-steps.ts';
import type { Trading } from '../trading.ts';
import { scaledLevels, type ScaledLevel } from './levels.ts';

type Terms = CallParameters<typeof calls.scaled.preview>;
type Placed = ScaledPlaced['levels'][number];

/** Shows the limit orders of a scaled order, as {@link createScaled} would place them. */
export function previewScaled(area: OrdersContext): Handler<typeof calls.scaled.preview> {
  return (input, { customer }) => {
    const { view, levels } = parse(area, input);
    const orders = levels.map((level, index) =>
      orderOf({ view, level, side: input.side, owner: customer.id, clientOrderId: `preview:${index}` }),
    );
    checkOrders(area, view, orders);
    return {
      symbol: input.symbol,
      side: input.side,
      levels: levels.map((level) => levelWire(view, level)),
      ...sumsOf(view, levels),
    };
  };
}

/** Places a scaled order's limit orders side by side, and returns what became of each. */
export function createScaled(area: OrdersContext, trading: Trading): Handler<typeof calls.scaled.create> {
  return async (input, { customer, lang }) => {
    const { view, levels } = parse(area, input);
    const owner = customer.id;
    const parent: OrderParent = { kind: 'scaled', id: input.id };
    const orders = levels.map((level, index) => ({
      ...orderOf({ view, level, side: input.side, owner, clientOrderId: childOrderId(parent, index) }),
      postOnly: input.postOnly,
    }));
    const isRepeated = await isKnown(area, parent, orders);
    if (!isRepeated) checkOrders(area, view, orders);
    const trader = await trading.admit(customer, orders.length);
    const placing = levels.map(async (level, index): Promise<Placed> => {
      const command = orders[index];
      if (command === undefined) throw new Error('a level has no order');
      const outcome = await trading.place(trader, command);
      const reason = outcome.kind === 'done' ? null : outcome.reason;
      const shown = levelWire(view, level);
      if (reason !== null) {
        const refusal = marketRefusal(area, { reason, view });
        return { ...shown, order: null, refused: { code: codeOf(refusal), message: refusal.text(lang) } };
      }
      const { clientOrderId } = command;
      const record =
        outcome.kind === 'done' && outcome.order ? outcome.order : await findOrder(area, { owner, clientOrderId });
      if (!record) throw new Error(`order ${clientOrderId} is known but missing`);
      return { ...shown, order: orderWire(area.directory, record), refused: null };
    });
    const settled = await Promise.all(placing);
    const placed = settled.filter(({ order }) => order !== null).length;
    return { parent: input.id, levels: settled, placed, refused: settled.length - placed };
  };
}

/** Cancels a scaled order's open orders. */
export function cancelScaled({ host }: OrdersContext, trading: Trading): Handler<typeof calls.scaled.cancel> {
  return async ({ id }, { customer }) => {
    const owner = customer.id;
    const children = host.engine.openOrders(owner).filter(({ orderId }) => {
      const record = host.openRecord(orderId);
      return record !== null && parentOf(record.command.clientOrderId)?.id === id;
    });
    if (children.length === 0) throw refuse('unknownOrder');
    const outcomes = await Promise.all(
      children.map(({ orderId }) => trading.cancel({ type: 'cancel', owner, orderId, clientOrderId: '' })),
    );
    const cancelled = outcomes.filter(({ kind }) => kind === 'done').length;
    return { cancelled, open: children.filter(({ orderId }) => host.openRecord(orderId) !== null).length };
  };
}

/** @throws Refusal or FieldRefusal if the terms do not fit each other or the market */
function parse({ directory }: OrdersContext, input: Terms): { view: MarketView; levels: readonly ScaledLevel[] } {
  const view = directory.market(input.symbol);
  if (!view) throw refuse('unknownMarket');
  const [lowTicks, highTicks] = [ticksOf(input.low, view, 'low'), ticksOf(input.high, view, 'high')];
  const totalLots = lotsOf(input.quantity, view);
  if (lowTicks < 1 || highTicks - lowTicks < input.levels - 1) {
    const data = { field: 'high', step: formatPrice(view, 1) };
    throw refuse('scaledRangeNarrow', { values: { levels: input.levels }, data });
  }
  return { view, levels: scaledLevels({ lowTicks, highTicks, totalLots, levels: input.levels, sizes: input.sizes }) };
}

interface Child {
  readonly view: MarketView;
  readonly level: ScaledLevel;
  readonly side: PlaceOrder['side'];
  readonly owner: number;
  readonly clientOrderId: string;
}

function orderOf({ view, level, side, owner, clientOrderId }: Child): Untimed<PlaceOrder> {
  return {
    type: 'place',
    owner,
    clientOrderId,
    market: view.id,
    side,
    orderType: 'limit',
    timeInForce: 'GTC',
    postOnly: false,
    selfTrade: 'cancelNewest',
    priceTicks: level.priceTicks,
    quantityLots: level.lots,
    amount: 0,
  };
}

/** Reasons that depend on one level alone: a whole range with such a level is refused before anything is placed. The rest depends on the balance. */
const wholeReasons: ReadonlySet<string> = new Set([
  'marketNotOpen',
  'priceTooLarge',
  'quantityTooSmall',
  'quantityTooLarge',
  'notionalTooSmall',
  'notionalTooLarge',
  'priceOutsideBand',
  'malformed',
]);

/** @throws Refusal of the first level that the market would not take whatever the balance is */
function checkOrders(area: OrdersContext, view: MarketView, orders: readonly Untimed<PlaceOrder>[]): void {
  for (const order of orders) {
    if (order.quantityLots === 0) throw marketRefusal(area, { reason: 'quantityTooSmall', view });
    const refused = area.host.engine.check({ ...order, time: area.now() });
    if (refused?.kind === 'rejected' && wholeReasons.has(refused.reason)) {
      throw marketRefusal(area, { reason: refused.reason, view });
    }
  }
}

/**
 * True if the parent's id was used before, for the same orders.
 * @throws Refusal `conflict` if it was used for others: their ids would be taken in part, and the rest placed
 */
async function isKnown(
  area: OrdersContext,
  parent: OrderParent,
  orders: readonly Untimed<PlaceOrder>[],
): Promise<boolean> {
  const owner = orders[0]?.owner ?? 0;
  let isRepeated = false;
  for (let index = 0; index < maxScaledLevels; index += 1) {
    const clientOrderId = childOrderId(parent, index);
    const orderId = area.host.engine.orderIdOf(owner, clientOrderId);
    if (orderId === null) continue;
    const known = await findOrder(area, { owner, orderId });
    const order = orders[index];
    if (!known || !order || !areSame(known.command, order)) throw refuse('idConflict');
    isRepeated = true;
  }
  return isRepeated;
}

function areSame(one: Omit<PlaceOrder, 'time'>, other: Untimed<PlaceOrder>): boolean {
  return (
    one.market === other.market &&
    one.side === other.side &&
    one.priceTicks === other.priceTicks &&
    one.quantityLots === other.quantityLots &&
    one.postOnly === other.postOnly
  );
}

function levelWire(view: MarketView, { priceTicks, lots }: ScaledLevel) {
  return {
    price: formatPrice(view, priceTicks),
    quantity: formatQuantity(view, lots),
    amount: formatQuote(view, notionalUnits(view, priceTicks, lots)),
  };
}

function sumsOf(view: MarketView, levels: readonly ScaledLevel[]) {
  const lots = levels.reduce((sum, level) => sum + level.lots, 0);
  const units = levels.reduce((sum, level) => sum + BigInt(notionalUnits(view, level.priceTicks, level.lots)), 0n);
  return {
    quantity: formatQuantity(view, lots),
    amount: formatQuote(view, units),
    average: averagePrice(view, { filledLots: BigInt(lots), filledNotional: units }) ?? averageAt(view, 0),
  };
}
