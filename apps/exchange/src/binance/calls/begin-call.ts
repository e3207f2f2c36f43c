import type { DoorLimits } from '../limits.ts';
import type { BinanceCall, Caller, Prepared } from './call.ts';
import type { RawParams } from './params.ts';

export interface Beginning {
  readonly raw: RawParams;
  /** Names of parameters beside the call's own. */
  readonly common: ReadonlySet<string>;
  readonly caller: Caller;
  /** False if the call has paid otherwise. */
  readonly pays: boolean;
}

/** Reads a call's parameters and charges its weight; unreadable ones cost one. @throws ApiError */
export function beginCall(call: BinanceCall, limits: DoorLimits, { raw, common, caller, pays }: Beginning): Prepared {
  let weight = 1;
  try {
    const prepared = call.prepare(raw, common);
    ({ weight } = prepared);
    if (!call.isHeavy) return prepared;
    return { ...prepared, handle: (by) => limits.inTurn(by, async () => prepared.handle(by)) };
  } finally {
    if (pays) limits.charge(caller, weight);
  }
}
