import type { PlaceOrder } from '../command.ts';

/** The terms of a conditional order beyond price and quantity. */
export interface OrderConditions {
  /** 0: never. */
  readonly expiresAt: number;
  /** 0: no stop. */
  readonly stopTicks: number;
  readonly isRising: boolean;
  /** Empty: none. */
  readonly otherLeg: string;
  /** 0: everything. */
  readonly visibleLots: number;
  /** One of the two is set for a trailing stop. */
  readonly trailTicks: number;
  readonly trailBps: number;
  /** 0: from the last price. */
  readonly activationTicks: number;
  /** One of the first two is set for an order with a bracket. */
  readonly takeProfitTicks: number;
  readonly stopLossTicks: number;
  /** 0: at the market's price. */
  readonly stopLossLimitTicks: number;
}

/** True for an order whose fills the engine protects. */
export function hasBracket({
  takeProfitTicks,
  stopLossTicks,
}: Pick<OrderConditions, 'takeProfitTicks' | 'stopLossTicks'>): boolean {
  return takeProfitTicks > 0 || stopLossTicks > 0;
}

/** True for a stop whose trigger price follows the market. */
export function isTrailing({ trailTicks, trailBps }: Pick<OrderConditions, 'trailTicks' | 'trailBps'>): boolean {
  return trailTicks > 0 || trailBps > 0;
}

/** The conditions of an open order and their progress. */
export interface ConditionState extends OrderConditions {
  /** The hidden lots of an open iceberg. */
  hiddenLots: number;
  /** The limit price of a stop that was amended while it waited, or 0. */
  amendedTicks: number;
  /** The hold of a waiting stop. */
  held: number;
  /** The order that is cancelled when this one trades, or `none`. */
  legOrder: number;
  /** The distance of a trailing stop's limit price from its trigger, as placed. */
  limitOffset: number;
}

export const noConditions: OrderConditions = {
  expiresAt: 0,
  stopTicks: 0,
  isRising: false,
  otherLeg: '',
  visibleLots: 0,
  trailTicks: 0,
  trailBps: 0,
  activationTicks: 0,
  takeProfitTicks: 0,
  stopLossTicks: 0,
  stopLossLimitTicks: 0,
};

/** Returns {@link noConditions} for a plain order. */
export function conditionsOf(command: PlaceOrder): OrderConditions {
  if (isPlain(command)) return noConditions;
  const { expiresAt = 0, stopTicks = 0, visibleLots = 0, trailTicks = 0, trailBps = 0, activationTicks = 0 } = command;
  const { otherLeg = '', takeProfitTicks = 0, stopLossTicks = 0, stopLossLimitTicks = 0 } = command;
  const isRising = command.stopDirection === 'rising';
  const stop = { stopTicks, isRising, otherLeg, trailTicks, trailBps, activationTicks };
  return { expiresAt, ...stop, visibleLots, takeProfitTicks, stopLossTicks, stopLossLimitTicks };
}

/** True for a well-formed order without conditions. */
function isPlain(command: PlaceOrder): boolean {
  const { expiresAt = 0, stopTicks = 0, visibleLots = 0, trailTicks = 0, trailBps = 0 } = command;
  const { takeProfitTicks = 0, stopLossTicks = 0 } = command;
  return expiresAt + stopTicks + visibleLots + trailTicks + trailBps + takeProfitTicks + stopLossTicks === 0;
}

export function copyConditions(conditions: OrderConditions): OrderConditions {
  const { expiresAt, stopTicks, isRising, otherLeg, visibleLots, trailTicks, trailBps, activationTicks } = conditions;
  const { takeProfitTicks, stopLossTicks, stopLossLimitTicks } = conditions;
  const stop = { stopTicks, isRising, otherLeg, trailTicks, trailBps, activationTicks };
  return { expiresAt, ...stop, visibleLots, takeProfitTicks, stopLossTicks, stopLossLimitTicks };
}

export function areSameConditions(one: OrderConditions, other: OrderConditions): boolean {
  const { expiresAt, stopTicks, isRising, otherLeg, visibleLots } = other;
  return (
    one.expiresAt === expiresAt &&
    one.stopTicks === stopTicks &&
    one.isRising === isRising &&
    one.otherLeg === otherLeg &&
    one.visibleLots === visibleLots &&
    one.trailTicks === other.trailTicks &&
    one.trailBps === other.trailBps &&
    one.activationTicks === other.activationTicks &&
    one.takeProfitTicks === other.takeProfitTicks &&
    one.stopLossTicks === other.stopLossTicks &&
    one.stopLossLimitTicks === other.stopLossLimitTicks
  );
}

/** The command fields of the conditions that are set. */
export function conditionFields(conditions: OrderConditions): Partial<PlaceOrder> {
  const { expiresAt, stopTicks, isRising, otherLeg, visibleLots, trailTicks, trailBps, activationTicks } = conditions;
  const { takeProfitTicks, stopLossTicks, stopLossLimitTicks } = conditions;
  return {
    ...(expiresAt > 0 && { expiresAt }),
    ...(stopTicks > 0 && { stopTicks, stopDirection: isRising ? 'rising' : 'falling' }),
    ...(otherLeg !== '' && { otherLeg }),
    ...(visibleLots > 0 && { visibleLots }),
    ...(trailTicks > 0 && { trailTicks }),
    ...(trailBps > 0 && { trailBps }),
    ...(activationTicks > 0 && { activationTicks }),
    ...(takeProfitTicks > 0 && { takeProfitTicks }),
    ...(stopLossTicks > 0 && { stopLossTicks }),
    ...(stopLossLimitTicks > 0 && { stopLossLimitTicks }),
  };
}
