import type { Ledger } from '../ledger/open-ledger.ts';
import type { StreamFigures } from '../transport/websocket/hub.ts';
import type { Readings } from './metrics.ts';

/** The figures of a moment, of the ledger and of the streams. */
export function readingsOf({ gateway, host, projector, books }: Ledger, streams: StreamFigures): Readings {
  return {
    waitingCommands: gateway.waiting,
    journalSequence: host.sequence,
    projectedSequence: projector.position,
    waitingRows: projector.waitingRows,
    projectionLagSeconds: projector.lagMs / 1000,
    isProjector: projector.isWriting,
    booksDiffer: books.difference !== null,
    openOrders: host.openCount,
    sockets: streams.sockets,
    pushes: streams.pushes,
    droppedReaders: streams.dropped,
    cutSockets: streams.cut,
  };
}
