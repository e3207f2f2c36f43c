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
/** Type and trigger together, as they are chosen. */
export type OrderKind = 'limit' | 'market' | 'stopLimit' | 'stopMarket' | 'pair';

/** Days that an order may be good for, as they are offered. */
export const daysOffered = [1, 7, 30] as const;
export type Days = (typeof daysOffered)[number];

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
  /** Waits until the last price reaches `stopPrice`. */
  readonly isStop: boolean;
  readonly stopPrice: string;
  /** A limit order that takes a profit and a stop that ends a loss, of which one cancels the other: `price` is the first one's, `stopPrice` triggers the second. */
  readonly isPair: boolean;
  /** What the stop of a pair then asks for; a sale may leave it blank and sell at market. */
  readonly stopLimitPrice: string;
  /** Cancelled after so many days; null: never. */
  readonly days: Days | null;
  /** The book shows this much at a time; null: all of it. */
  readonly visibleQuantity: string | null;
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
  isStop: false,
  stopPrice: '',
  isPair: false,
  stopLimitPrice: '',
  days: null,
  visibleQuantity: null,
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

/** What waits for its trigger can't be post-only, nor fill whole at once; a market buy that waits says what to spend. */
export function withKind(form: OrderForm, kind: OrderKind): OrderForm {
  if (kindOf(form) === kind) return form;
  const isStop = kind === 'stopLimit' || kind === 'stopMarket';
  const isPair = kind === 'pair';
  const typed = withType(form, isPair || kind === 'limit' || kind === 'stopLimit' ? 'limit' : 'market');
  const bought: OrderForm = isStop && typed.marketBuyBy === 'quantity' ? withMarketBuyBy(typed, 'amount') : typed;
  const stopPrice = isStop || isPair ? form.stopPrice : '';
  return { ...bought, ...plainTerms, isStop, isPair, stopPrice, stopLimitPrice: isPair ? form.stopLimitPrice : '' };
}

export function withStopPrice(form: OrderForm, stopPrice: string): OrderForm {
  return { ...form, stopPrice };
}

/** A pair that buys may have to pay the stop's price: the money has to do for that. */
export function withStopLimitPrice(form: OrderForm, stopLimitPrice: string, world: FormWorld): OrderForm {
  return follow({ ...form, stopLimitPrice }, world);
}

/** Good for some days: such an order stands in the book. */
export function withDays(form: OrderForm, days: Days | null): OrderForm {
  return { ...form, days, timeInForce: days === null ? form.timeInForce : 'GTC' };
}

/** Only what stands in the book can show a part of itself. */
export function withVisible(form: OrderForm, visibleQuantity: string | null): OrderForm {
  return { ...form, visibleQuantity, timeInForce: visibleQuantity === null ? form.timeInForce : 'GTC' };
}

export function withMarketBuyBy(form: OrderForm, marketBuyBy: 'amount' | 'quantity'): OrderForm {
  return { ...form, marketBuyBy, quantity: '', amount: '', lead: { by: marketBuyBy } };
}

export function withTimeInForce(form: OrderForm, timeInForce: TimeInForce): OrderForm {
  const stands = timeInForce === 'GTC';
  return {
    ...form,
    timeInForce,
    postOnly: form.postOnly && stands,
    days: null,
    visibleQuantity: stands ? form.visibleQuantity : null,
  };
}

export function withPostOnly(form: OrderForm, postOnly: boolean): OrderForm {
  return { ...form, postOnly, timeInForce: postOnly ? 'GTC' : form.timeInForce };
}

/** When a box is left: what was typed is cut to whole ticks and lots, and the boxes agree with each other again. */
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
    form.side === 'sell'
      ? usableLots(form.lead.percent, world)
      : floorLots(budget(form.lead.percent, world), BigInt(dearestTicks(form, scale)) * BigInt(scale.unitsPerTickLot));
  return { ...form, quantity: lots === 0 ? '' : quantityText(lots, scale), amount: lots === 0 ? '' : worth(lots) };
}

/** The most that a limit order, or either of a pair, may have to pay; 0 where no price says. */
export function dearestTicks({ isPair, price, stopLimitPrice }: OrderForm, scale: MarketScale): number {
  const asked = [price, isPair ? stopLimitPrice : ''].map((text) => readTicks(text, scale));
  return Math.max(...asked.map((ticks) => (typeof ticks === 'number' ? ticks : 0)));
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

/** The specification's least of a number box: one, of ticks or lots. */
const minSteps = 1;

/** One step up or down: to the next tick or lot. */
export function stepped(text: string, direction: 1 | -1, step: number, places: number): string {
  const units = readUnits(text === '' ? '0' : text, places);
  if (typeof units === 'string') return text;
  const next = direction === 1 ? units - (units % step) + step : units - (units % step || step);
  return Number.isSafeInteger(next) && next >= minSteps * step ? formatUnits(next, places) : text;
}

/** Whether an auction takes it: what can rest, or wait for its trigger. */
export function fitsAuction({ isStop, type, timeInForce, postOnly }: OrderForm): boolean {
  return isStop || (type === 'limit' && timeInForce === 'GTC' && !postOnly);
}
