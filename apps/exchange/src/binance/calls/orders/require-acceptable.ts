import type { Rejection } from '@fft/engine';
import { orderRefused, placeError } from './order-errors.ts';
import type { Placing } from './placing.ts';
import type { TradingParts } from './trading-parts.ts';

/** Reasons that may be gone a moment later, when another order was cancelled or traded. */
const passing: ReadonlySet<Rejection> = new Set([
  'otherLegNotOpen',
  'tooManyOpenOrders',
  'insufficientBalance',
  'postOnlyWouldCross',
  'fillOrKillUnfillable',
  'noLiquidity',
]);

/**
 * Refuses an order that the engine would refuse whatever else happens first: for orders that are only tested, and for those whose place another order is to
 * make. The engine judges, by the checks with which it executes.
 * @throws ApiError
 */
export function requireAcceptable({ host, now }: Pick<TradingParts, 'host' | 'now'>, { command }: Placing): void {
  const refused = host.engine.check({ ...command, time: now() });
  if (refused === null) return;
  if (refused.kind === 'duplicate') throw orderRefused('Duplicate order sent.');
  if (!passing.has(refused.reason)) throw placeError(refused.reason, command.orderType === 'market');
}
