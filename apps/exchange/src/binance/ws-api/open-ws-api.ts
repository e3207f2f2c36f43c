import type { ContextOf } from '../../context.ts';
import type { KeyVerifier } from '../../transport/http/signed-request.ts';
import type { Streams } from '../../transport/websocket/streams.ts';
import type { BinanceCall } from '../calls/call.ts';
import type { DoorLimits } from '../limits.ts';
import type { UserEvents } from '../user-events/user-events.ts';
import { ApiProtocol } from './api-protocol.ts';
import { ApiSubscriptions } from './api-subscriptions.ts';
import { createSessionMethods } from './session-methods.ts';

export interface OpenWsApiNeeds {
  readonly events: UserEvents;
  readonly keys: KeyVerifier;
  readonly streams: Pick<Streams, 'addDoor' | 'sockets' | 'checkedEveryMs'>;
  readonly limits: DoorLimits;
  readonly calls: readonly BinanceCall[];
}

/** Serves the WebSocket API and the events of customers on it. */
export function openWsApi(
  { log, tracing, now }: Pick<ContextOf<'binance'>, 'log' | 'tracing' | 'now'>,
  needs: OpenWsApiNeeds,
) {
  const { events, keys, streams, limits, calls } = needs;
  const { sockets, checkedEveryMs } = streams;
  const protocol = new ApiProtocol({
    sockets,
    keys,
    events,
    limits,
    methods: methodsOf(calls),
    sessionMethods: createSessionMethods({
      keys,
      limits,
      subscriptions: new ApiSubscriptions({ events, now }),
      sockets,
      now,
    }),
    tracing,
    checkedEveryMs,
    onError: (method, error) => log.error({ err: error, call: method }, 'call.failed'),
    now,
  });
  streams.addDoor({
    path: '/ws-api/v3',
    accept: (socket, request) => {
      const from = { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
      const connection = sockets.accept(socket, request.raw.socket, from, protocol);
      const query = new URLSearchParams(request.url.split('?')[1] ?? '');
      protocol.open(connection, {
        returnsRateLimits: query.get('returnRateLimits') !== 'false',
        userAgent: from.userAgent,
        isMicroseconds: query.get('timeUnit')?.toUpperCase() === 'MICROSECOND',
      });
    },
  });
  return { job: protocol.keyCheck, endSession: (sessionId: string) => protocol.endSession(sessionId) };
}

/** The calls by their method. */
function methodsOf(calls: readonly BinanceCall[]): ReadonlyMap<string, BinanceCall> {
  return new Map(calls.flatMap((call) => (call.ws === null ? [] : [[call.ws, call] as const])));
}
