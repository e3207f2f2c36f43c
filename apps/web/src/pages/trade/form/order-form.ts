import { floorLots, walkBook, type Level } from './walk-book.ts';
import {
  amountText,
  formatUnits,
  quantityText,
  readAmount,
  readLots,
  readTicks,
  readUnits,
  type MarketScale,
} from './market-scale.ts';

export type Side = 'buy' | 'sell';
export type OrderType = 'limit' | 'market';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';

/** Which box the customer filled last: the others follow it. */
export type Lead =
  | { readonly by: 'quantity' }
  | { readonly by: 'amount' }
  | { readonly by: 'percent'; readonly percent: number };

/** The form as it stands: numbers as plain decimals, '' where a box is blank. */
export interface OrderForm {
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  /** A market buy says how much to spend, or how much to get. */
  readonly marketBuyBy: 'amount' | 'quantity';
  readonly price: string;
  readonly quantity: string;
  readonly amount: string;
  readonly lead: Lead;
}

/** What the form's arithmetic needs to know of the world. Books best first. */
export interface FormWorld {
  readonly scale: MarketScale;
  readonly usable: { readonly baseUnits: number; readonly quoteUnits: number } | null;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

export const blankForm: OrderForm = {
  side: 'buy',
  type: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  marketBuyBy: 'amount',
  price: '',
  quantity: '',
  amount: '',
  lead: { by: 'quantity' },
};

/** Whether the amount is what is sent: only a market buy can say what to spend. */
export const sendsAmount = (form: OrderForm): boolean =>
  form.type === 'market' && form.side === 'buy' && form.marketBuyBy === 'amount';

export function withPrice(form: OrderForm, price: string, world: FormWorld): OrderForm {
  return follow({ ...form, price }, world);
}

export function withQuantity(form: OrderForm, quantity: string, world: FormWorld): OrderForm {
  return follow({ ...form, quantity, lead: { by: 'quantity' } }, world);
}

export function withAmount(form: OrderForm, amount: string, world: FormWorld): OrderForm {
  return follow({ ...form, amount, lead: { by: 'amount' } }, world);
}

export function withPercent(form: OrderForm, percent: number, world: FormWorld): OrderForm {
  return follow({ ...form, lead: { by: 'percent', percent } }, world);
}

/** The other side starts without a quantity: what is usable there is another coin. */
export function withSide(form: OrderForm, side: Side): OrderForm {
  if (form.side === side) return form;
  return { ...withoutQuantity(form), side };
}

/** After an order was sent: the next one is thought of anew, at the same price. */
export function withoutQuantity(form: OrderForm): OrderForm {
  return { ...form, quantity: '', amount: '', lead: { by: 'quantity' } };
}

/** A market order has neither price nor a time in force; post-only belongs to limit orders that may rest. */
export function withType(form: OrderForm, type: OrderType): OrderForm {
  if (form.type === type) return form;
  return { ...withoutQuantity(form), type, timeInForce: 'GTC', postOnly: false };
}

export function withMarketBuyBy(form: OrderForm, marketBuyBy: 'amount' | 'quantity'): OrderForm {
  return { ...form, marketBuyBy, quantity: '', amount: '', lead: { by: marketBuyBy } };
}

export function withTimeInForce(form: OrderForm, timeInForce: TimeInForce): OrderForm {
  return { ...form, timeInForce, postOnly: form.postOnly && timeInForce === 'GTC' };
}

export function withPostOnly(form: OrderForm, postOnly: boolean): OrderForm {
  return { ...form, postOnly, timeInForce: postOnly ? 'GTC' : form.timeInForce };
}

/** When a box is left: what was typed is cut to whole ticks and lots, and the boxes agree with each other again. */
export function settled(form: OrderForm, world: FormWorld): OrderForm {
  const { scale } = world;
  const price = cutTo(form.price, scale.tick, scale.pricePlaces);
  const quantity = cutTo(form.quantity, scale.lot, scale.quantityPlaces);
  const cut = follow({ ...form, price, quantity }, world);
  return cut.lead.by === 'amount' && !sendsAmount(cut) ? follow({ ...cut, lead: { by: 'quantity' } }, world) : cut;
}

function cutTo(text: string, step: number, places: number): string {
  const units = readUnits(text, places);
  return typeof units === 'string' ? text : formatUnits(units - (units % step), places);
}

/** Fills in the boxes that follow the leading one. A box that can't be known is blank. */
function follow(form: OrderForm, world: FormWorld): OrderForm {
  return form.type === 'limit' ? followLimit(form, world) : followMarket(form, world);
}

function followLimit(form: OrderForm, world: FormWorld): OrderForm {
  const { scale } = world;
  const ticks = readTicks(form.price, scale);
  const lotCost = typeof ticks === 'number' ? BigInt(ticks) * BigInt(scale.unitsPerTickLot) : 0n;
  const worth = (lots: number): string => (lotCost === 0n ? '' : amountText(BigInt(lots) * lotCost, scale));
  if (form.lead.by === 'quantity') {
    const lots = readLots(form.quantity, scale);
    return { ...form, amount: typeof lots === 'number' ? worth(lots) : '' };
  }
  if (form.lead.by === 'amount') {
    const units = readAmount(form.amount, scale);
    const lots = typeof units === 'number' ? floorLots(BigInt(units), lotCost) : 0;
    return { ...form, quantity: lots === 0 ? '' : quantityText(lots, scale) };
  }
  const lots =
    form.side === 'sell' ? usableLots(form.lead.percent, world) : floorLots(budget(form.lead.percent, world), lotCost);
  return { ...form, quantity: lots === 0 ? '' : quantityText(lots, scale), amount: lots === 0 ? '' : worth(lots) };
}

/** The boxes of a market order that aren't sent hold what the book would give now; `estimate` says them. */
function followMarket(form: OrderForm, world: FormWorld): OrderForm {
  const { scale } = world;
  if (form.lead.by !== 'percent') return sendsAmount(form) ? { ...form, quantity: '' } : { ...form, amount: '' };
  const { percent } = form.lead;
  if (sendsAmount(form)) {
    const units = budget(percent, world);
    return { ...form, quantity: '', amount: units === 0n ? '' : amountText(units, scale) };
  }
  const lots =
    form.side === 'sell'
      ? usableLots(percent, world)
      : walkBook(world.asks, { units: budget(percent, world) }, scale.unitsPerTickLot).lots;
  return { ...form, amount: '', quantity: lots === 0 ? '' : quantityText(lots, scale) };
}

function budget(percent: number, { usable }: FormWorld): bigint {
  return usable === null ? 0n : (BigInt(usable.quoteUnits) * BigInt(percent)) / 100n;
}

function usableLots(percent: number, { usable, scale }: FormWorld): number {
  return usable === null
    ? 0
    : floorLots((BigInt(usable.baseUnits) * BigInt(percent)) / 100n, BigInt(scale.unitsPerLot));
}

/** One step up or down: to the next tick or lot, never below none. */
export function stepped(text: string, direction: 1 | -1, step: number, places: number): string {
  const units = readUnits(text === '' ? '0' : text, places);
  if (typeof units === 'string') return text;
  const next = direction === 1 ? units - (units % step) + step : units - (units % step || step);
  return Number.isSafeInteger(next) && next >= 0 ? formatUnits(next, places) : text;
}
