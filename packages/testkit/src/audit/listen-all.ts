import type { EngineListener } from '@fft/engine';

/** One listener that tells everything to each of several, in turn. */
export function listenAll(...listeners: readonly EngineListener[]): EngineListener {
  const each = (tell: (listener: EngineListener) => void): void => listeners.forEach(tell);
  return {
    orderAccepted: (...told) => each((one) => one.orderAccepted(...told)),
    orderRested: (...told) => each((one) => one.orderRested(...told)),
    orderWaiting: (...told) => each((one) => one.orderWaiting(...told)),
    orderTriggered: (...told) => each((one) => one.orderTriggered(...told)),
    orderAmended: (...told) => each((one) => one.orderAmended(...told)),
    marketStateChanged: (...told) => each((one) => one.marketStateChanged(...told)),
    filled: (...told) => each((one) => one.filled(...told)),
    orderDone: (...told) => each((one) => one.orderDone(...told)),
    orderCancelled: (...told) => each((one) => one.orderCancelled(...told)),
    posted: (...told) => each((one) => one.posted(...told)),
    levelChanged: (...told) => each((one) => one.levelChanged(...told)),
    rejected: (...told) => each((one) => one.rejected(...told)),
    duplicate: (...told) => each((one) => one.duplicate(...told)),
  };
}
