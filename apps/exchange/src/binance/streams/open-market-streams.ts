import type { FastifyRequest } from 'fastify';
import type { ContextOf } from '../../context.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import type { MarketBoard } from '../../markets/index.ts';
import { isolated } from '../../platform/incidents.ts';
import type { Streams } from '../../transport/websocket/streams.ts';
import { createEventClock } from '../event-clock.ts';
import { namedMarkets } from '../symbols.ts';
import { beatMs } from './market-stream.ts';
import { MarketStreams } from './market-streams.ts';
import { createReadHours } from './read-hours.ts';
import { StreamProtocol } from './stream-protocol.ts';
import { streamTarget } from './stream-target.ts';

export interface OpenMarketStreamsNeeds {
  readonly ledger: Pick<Ledger, 'host' | 'projector' | 'directory'>;
  readonly board: MarketBoard;
  readonly streams: Pick<Streams, 'addDoor' | 'shareWith' | 'sockets'>;
}

/** Paths of market streams beside `/ws`, which the native protocol shares. */
const streamPaths = ['/ws/*', '/stream', '/stream/*'];

/** Serves the market streams; returns the feed that makes their events. */
export function openMarketStreams(
  { storage, incidents, lifecycle, now }: ContextOf<'binance'>,
  { ledger, board, streams }: OpenMarketStreamsNeeds,
): MarketStreams {
  const { host, projector, directory } = ledger;
  const sequence = (): number => host.sequence;
  const marketStreams = new MarketStreams({
    engine: host.engine,
    board,
    sequence,
    now: createEventClock(now),
    markets: () => namedMarkets(directory),
    viewOf: (market) => directory.marketById(market),
    readHours: createReadHours({ db: storage.reads.exact, projector, sequence }),
    incidents,
  });
  const protocol = new StreamProtocol({ sockets: streams.sockets, streams: marketStreams, now });
  for (const path of streamPaths) {
    streams.addDoor({
      path,
      accept: (socket, request) => {
        const connection = streams.sockets.accept(socket, request.raw.socket, callerOf(request), protocol);
        protocol.open(connection, streamTarget(request.url));
      },
    });
  }
  streams.shareWith((connection, message, data) => {
    if (!hasMethod(message)) return false;
    streams.sockets.handOver(connection, protocol);
    protocol.open(connection, streamTarget('/ws'));
    protocol.take(connection, data);
    return true;
  });
  const beating = setInterval(
    isolated(incidents, 'streams', () => marketStreams.beat()),
    beatMs,
  );
  lifecycle.onClose(() => clearInterval(beating));
  return marketStreams;
}

function callerOf(request: FastifyRequest) {
  return { ip: request.ip, userAgent: request.headers['user-agent'] ?? '' };
}

/** True for a message of Binance's protocol; ours have `op`. */
function hasMethod(message: unknown): boolean {
  return typeof message === 'object' && message !== null && 'method' in message && !('op' in message);
}
