import type { EngineListener } from '@fft/engine';

/** A listener that forwards every event to several others, in turn. */
export function listenAll(...listeners: readonly EngineListener[]): EngineListener {
  const each = (notify: (listener: EngineListener) => void): void => listeners.forEach(notify);
  return {
    orderAccepted: (...args) => each((one) => one.orderAccepted(...args)),
    orderRested: (...args) => each((one) => one.orderRested(...args)),
    orderWaiting: (...args) => each((one) => one.orderWaiting(...args)),
    orderTriggered: (...args) => each((one) => one.orderTriggered(...args)),
    orderAmended: (...args) => each((one) => one.orderAmended(...args)),
    marketStateChanged: (...args) => each((one) => one.marketStateChanged(...args)),
    filled: (...args) => each((one) => one.filled(...args)),
    orderDone: (...args) => each((one) => one.orderDone(...args)),
    orderCancelled: (...args) => each((one) => one.orderCancelled(...args)),
    posted: (...args) => each((one) => one.posted(...args)),
    levelChanged: (...args) => each((one) => one.levelChanged(...args)),
    rejected: (...args) => each((one) => one.rejected(...args)),
    duplicate: (...args) => each((one) => one.duplicate(...args)),
  };
}
