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
} from '../../../features/orders/market-scale.ts';

export type Side = 'buy' | 'sell';
export type OrderType = 'limit' | 'market';
export type TimeInForce = 'GTC' | 'IOC' | 'FOK';
/** Order type and trigger as one choice. */
export type OrderKind = 'limit' | 'market' | 'stopLimit' | 'stopMarket' | 'pair';

/** Validities in days that the form offers. */
export const daysOffered = [1, 7, 30] as const;
export type Days = (typeof daysOffered)[number];

/** The box that the customer filled in last; the others follow it. */
export type Lead =
  | { readonly by: 'quantity' }
  | { readonly by: 'amount' }
  | { readonly by: 'percent'; readonly percent: number };

/** Prices of a bracket's legs. */
export interface Legs {
  readonly takeProfit: string;
  readonly stopLoss: string;
  /** A sell's stop-loss buys back, and needs a limit. */
  readonly stopLossLimit: string;
}

export const blankLegs: Legs = { takeProfit: '', stopLoss: '', stopLossLimit: '' };

/** The current form: numbers as plain decimals, '' for a blank box. */
export interface OrderForm {
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly postOnly: boolean;
  /** The order waits until the last price reaches `stopPrice`. */
  readonly isStop: boolean;
  readonly stopPrice: string;
  /** A limit order that takes a profit and a stop that limits a loss; one cancels the other. `price` belongs to the first, `stopPrice` triggers the second. */
  readonly isPair: boolean;
  /** Limit price of the pair's stop; a sale may leave it blank and sell at market. */
  readonly stopLimitPrice: string;
  /** Cancelled after this many days; null: never. */
  readonly days: Days | null;
  /** Quantity that the book shows at a time; null: all of it. */
  readonly visibleQuantity: string | null;
  /** Prices of the orders that protect what this one brings in; null: nothing does. */
  readonly legs: Legs | null;
  /** A market buy sets either the amount to spend or the quantity to buy. */
  readonly marketBuyBy: 'amount' | 'quantity';
  readonly price: string;
  readonly quantity: string;
  readonly amount: string;
  readonly lead: Lead;
}

/** Data that the form computes with. Books best first. */
export interface FormWorld {
  readonly scale: MarketScale;
  /** 0 before the first trade. */
  readonly lastTicks: number;
  readonly usable: { readonly baseUnits: number; readonly quoteUnits: number } | null;
  readonly bids: readonly Level[];
  readonly asks: readonly Level[];
}

export const blankForm: OrderForm = {
  side: 'buy',
  type: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  isStop: false,
  stopPrice: '',
  isPair: false,
  stopLimitPrice: '',
  days: null,
  visibleQuantity: null,
  legs: null,
  marketBuyBy: 'amount',
  price: '',
  quantity: '',
  amount: '',
  lead: { by: 'quantity' },
};

/** True if the amount is sent: only a market buy can set the amount to spend. */
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

/** Clears the quantity when the side changes: the available balance is of another coin there. Legs change sides too. */
export function withSide(form: OrderForm, side: Side): OrderForm {
  if (form.side === side) return form;
  return { ...withoutQuantity(form), side, legs: form.legs && blankLegs };
}

/** A limit order at a price of the book; on the form's side, unless the other is named. */
export function atPrice(form: OrderForm, price: string, side: Side | undefined, world: FormWorld): OrderForm {
  return withPrice(withType(withSide(form, side ?? form.side), 'limit'), price, world);
}

/** Clears the quantity after an order was sent; the price stays for the next one. */
export function withoutQuantity(form: OrderForm): OrderForm {
  return { ...form, quantity: '', amount: '', lead: { by: 'quantity' } };
}

/** A market order has neither price nor time in force; post-only belongs to limit orders that may rest. */
export function withType(form: OrderForm, type: OrderType): OrderForm {
  if (form.type === type) return form;
  return { ...withoutQuantity(form), ...plainTerms, type };
}

const plainTerms = {
  timeInForce: 'GTC',
  postOnly: false,
  isStop: false,
  isPair: false,
  days: null,
  visibleQuantity: null,
} as const;

export function kindOf({ type, isStop, isPair }: OrderForm): OrderKind {
  if (isPair) return 'pair';
  if (type === 'limit') return isStop ? 'stopLimit' : 'limit';
  return isStop ? 'stopMarket' : 'market';
}

/** A stop order can't be post-only or FOK; a market buy that waits for its trigger sets the amount to spend. */
export function withKind(form: OrderForm, kind: OrderKind): OrderForm {
  if (kindOf(form) === kind) return form;
  const isStop = kind === 'stopLimit' || kind === 'stopMarket';
  const isPair = kind === 'pair';
  const typed = withType(form, isPair || kind === 'limit' || kind === 'stopLimit' ? 'limit' : 'market');
  const bought: OrderForm = isStop && typed.marketBuyBy === 'quantity' ? withMarketBuyBy(typed, 'amount') : typed;
  const waits = isStop || isPair;
  const [stopPrice, legs] = waits ? [form.stopPrice, null] : ['', form.legs];
  return {
    ...bought,
    ...plainTerms,
    isStop,
    isPair,
    legs,
    stopPrice,
    stopLimitPrice: isPair ? form.stopLimitPrice : '',
  };
}

export function withStopPrice(form: OrderForm, stopPrice: string): OrderForm {
  return { ...form, stopPrice };
}

/** A buy pair may have to pay the stop's limit price, so the balance must cover it. */
export function withStopLimitPrice(form: OrderForm, stopLimitPrice: string, world: FormWorld): OrderForm {
  return follow({ ...form, stopLimitPrice }, world);
}

/** Sets the validity in days: such an order rests in the book. */
export function withDays(form: OrderForm, days: Days | null): OrderForm {
  return { ...form, days, timeInForce: days === null ? form.timeInForce : 'GTC' };
}

/** Only an order that rests in the book can show a part of itself, and then it has no legs. */
export function withVisible(form: OrderForm, visibleQuantity: string | null): OrderForm {
  if (visibleQuantity === null) return { ...form, visibleQuantity };
  return { ...form, visibleQuantity, legs: null, timeInForce: 'GTC' };
}

/** An iceberg has no legs. */
export function withLegs(form: OrderForm, legs: Legs | null): OrderForm {
  return { ...form, legs, visibleQuantity: null };
}

export function withMarketBuyBy(form: OrderForm, marketBuyBy: 'amount' | 'quantity'): OrderForm {
  return { ...form, marketBuyBy, quantity: '', amount: '', lead: { by: marketBuyBy } };
}

export function withTimeInForce(form: OrderForm, timeInForce: TimeInForce): OrderForm {
  const mayRest = timeInForce === 'GTC';
  return {
    ...form,
    timeInForce,
    postOnly: form.postOnly && mayRest,
    days: null,
    visibleQuantity: mayRest ? form.visibleQuantity : null,
  };
}

export function withPostOnly(form: OrderForm, postOnly: boolean): OrderForm {
  return { ...form, postOnly, timeInForce: postOnly ? 'GTC' : form.timeInForce };
}

/** Called when a box loses focus: cuts input to whole ticks and lots and makes the boxes consistent. */
export function settled(form: OrderForm, world: FormWorld): OrderForm {
  const { scale } = world;
  const price = cutTo(form.price, scale.tick, scale.pricePlaces);
  const quantity = cutTo(form.quantity, scale.lot, scale.quantityPlaces);
  const stopPrice = cutTo(form.stopPrice, scale.tick, scale.pricePlaces);
  const stopLimitPrice = cutTo(form.stopLimitPrice, scale.tick, scale.pricePlaces);
  const visibleQuantity =
    form.visibleQuantity === null ? null : cutTo(form.visibleQuantity, scale.lot, scale.quantityPlaces);
  const cut = follow({ ...form, price, quantity, stopPrice, stopLimitPrice, visibleQuantity }, world);
  return cut.lead.by === 'amount' && !sendsAmount(cut) ? follow({ ...cut, lead: { by: 'quantity' } }, world) : cut;
}

function cutTo(text: string, step: number, places: number): string {
  const units = readUnits(text, places);
  return typeof units === 'string' ? text : formatUnits(units - (units % step), places);
}

/** Computes the boxes that follow the leading one; blank if that is impossible. */
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
    form.side === 'sell'
      ? usableLots(form.lead.percent, world)
      : floorLots(budget(form.lead.percent, world), BigInt(dearestTicks(form, scale)) * BigInt(scale.unitsPerTickLot));
  return { ...form, quantity: lots === 0 ? '' : quantityText(lots, scale), amount: lots === 0 ? '' : worth(lots) };
}

/** The highest price that a limit order, or either order of a pair, may pay; 0 without a price. */
export function dearestTicks({ isPair, price, stopLimitPrice }: OrderForm, scale: MarketScale): number {
  const asked = [price, isPair ? stopLimitPrice : ''].map((text) => readTicks(text, scale));
  return Math.max(...asked.map((ticks) => (typeof ticks === 'number' ? ticks : 0)));
}

/** Boxes of a market order that aren't sent hold what the book would fill now; `estimate` shows them. */
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

/** Minimum of a number box by the specification: one tick or lot. */
const minSteps = 1;

/** Steps up or down to the next tick or lot. */
export function stepped(text: string, direction: 1 | -1, step: number, places: number): string {
  const units = readUnits(text === '' ? '0' : text, places);
  if (typeof units === 'string') return text;
  const next = direction === 1 ? units - (units % step) + step : units - (units % step || step);
  return Number.isSafeInteger(next) && next >= minSteps * step ? formatUnits(next, places) : text;
}

/** True if an auction accepts the order: it can rest, or waits for its trigger. */
export function fitsAuction({ isStop, type, timeInForce, postOnly }: OrderForm): boolean {
  return isStop || (type === 'limit' && timeInForce === 'GTC' && !postOnly);
}
