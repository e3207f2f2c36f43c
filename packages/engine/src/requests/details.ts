import type { PlaceOrder } from '../command.ts';

/** What an order of the special kinds asks for beyond price and quantity. */
export interface Extras {
  /** 0: never. */
  readonly expiresAt: number;
  /** 0: no stop. */
  readonly stopTicks: number;
  readonly isRising: boolean;
  /** Empty: none. */
  readonly otherLeg: string;
  /** 0: all of it. */
  readonly visibleLots: number;
}

/** An order's extras and what became of them: of orders that have any, beside the records that all orders have. */
export interface Details extends Extras {
  /** Of an open iceberg: what the book doesn't show. */
  hiddenLots: number;
  /** The limit price that a stop was amended to while it waited, or 0. */
  amendedTicks: number;
  /** What a stop holds while it waits. */
  held: number;
  /** The order that goes when this one trades, or `none`. */
  legOrder: number;
}

export const noExtras: Extras = { expiresAt: 0, stopTicks: 0, isRising: false, otherLeg: '', visibleLots: 0 };

/** {@link noExtras} for a plain order. */
export function extrasOf(command: PlaceOrder): Extras {
  const { expiresAt = 0, stopTicks = 0, visibleLots = 0 } = command;
  if (expiresAt === 0 && stopTicks === 0 && visibleLots === 0) return noExtras;
  const isRising = command.stopDirection === 'rising';
  return { expiresAt, stopTicks, isRising, otherLeg: command.otherLeg ?? '', visibleLots };
}

export function copyOfExtras({ expiresAt, stopTicks, isRising, otherLeg, visibleLots }: Extras): Extras {
  return { expiresAt, stopTicks, isRising, otherLeg, visibleLots };
}

export function sameExtras(one: Extras, other: Extras): boolean {
  const { expiresAt, stopTicks, isRising, otherLeg, visibleLots } = other;
  return (
    one.expiresAt === expiresAt &&
    one.stopTicks === stopTicks &&
    one.isRising === isRising &&
    one.otherLeg === otherLeg &&
    one.visibleLots === visibleLots
  );
}

/** The fields of a command that carry the extras; only those that say something. */
export function extraFields(extras: Extras): Partial<PlaceOrder> {
  const { expiresAt, stopTicks, isRising, otherLeg, visibleLots } = extras;
  return {
    ...(expiresAt > 0 && { expiresAt }),
    ...(stopTicks > 0 && { stopTicks, stopDirection: isRising ? 'rising' : 'falling' }),
    ...(otherLeg !== '' && { otherLeg }),
    ...(visibleLots > 0 && { visibleLots }),
  };
}
