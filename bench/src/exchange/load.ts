import autocannon from 'autocannon';
import { orderRequest, turnOf, type Trader } from './orders.ts';

export interface LoadResult {
  /** Answers with code 200 a second. */
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly accepted: number;
  readonly refused: number;
}

export interface Load {
  readonly url: string;
  readonly traders: readonly Trader[];
  readonly connections: number;
  readonly seconds: number;
  /** Makes the client ids of this run its own. */
  readonly run: string;
}

/** Sends orders over keep-alive connections as fast as they are answered, and reads every answer. */
export async function sendOrders({ url, traders, connections, seconds, run }: Load): Promise<LoadResult> {
  let sent = 0;
  let accepted = 0;
  let refused = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests: [
      {
        method: 'POST',
        path: '/api/trade/create.html',
        setupRequest: (request) => {
          sent += 1;
          return { ...request, ...orderRequest(turnOf(traders, sent), `${run}-${sent}`) };
        },
        onResponse: (status, body) => {
          if (status === 200 && body.startsWith('{"code":200')) accepted += 1;
          else refused += 1;
        },
      },
    ],
  });
  return {
    perSecond: Math.round(accepted / result.duration),
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    accepted,
    refused,
  };
}
