import { signedCall, type BinanceCall } from '../call.ts';

/** A locked customer's keys are refused before this: who reaches it trades as usual. */
const trading = {
  isLocked: false,
  plannedRecoverTime: 0,
  // Binance bars keys by the share of their orders that fill or end unfilled; here nothing does.
  triggerCondition: { GCR: 0, IFER: 0, UFR: 0 },
  updateTime: 0,
};

/** Whether the account is in order, which clients ask at their start. */
export function accountStatusCalls(): readonly BinanceCall[] {
  return [answer('/sapi/v1/account/status', 'Normal'), answer('/sapi/v1/account/apiTradingStatus', trading)];
}

function answer(path: string, data: unknown): BinanceCall {
  return signedCall({
    rest: ['GET', path],
    ws: null,
    right: 'read',
    weight: 1,
    params: {},
    handle: () => ({ data }),
  });
}
