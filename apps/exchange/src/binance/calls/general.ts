import { publicCall, type BinanceCall } from './call.ts';

/** Connectivity and time. */
export function generalCalls(now: () => number): readonly BinanceCall[] {
  return [
    publicCall({ rest: ['GET', '/api/v3/ping'], ws: 'ping', weight: 1, params: {}, handle: () => ({}) }),
    publicCall({
      rest: ['GET', '/api/v3/time'],
      ws: 'time',
      weight: 1,
      params: {},
      handle: (_input, { at }) => ({ serverTime: at(now()) }),
    }),
  ];
}
