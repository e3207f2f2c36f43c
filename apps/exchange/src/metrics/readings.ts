import type { Ledger } from '../ledger/open-ledger.ts';
import type { StreamFigures } from '../transport/websocket/sockets.ts';
import type { Readings } from './metrics.ts';

/** Reads the current values of the ledger and the streams. */
export function readingsOf(
  { gateway, host, projector, books, archive, pulse }: Ledger,
  streams: StreamFigures,
): Readings {
  const refused = gateway.guard.counts;
  return {
    waitingCommands: gateway.waiting,
    refusedForForm: refused.ofForm,
    refusedByReplica: refused.byReplica,
    refusedInJournal: refused.inJournal,
    journalSequence: host.sequence,
    projectedSequence: projector.position,
    waitingRows: projector.waitingRows,
    projectionLagSeconds: projector.lagMs / 1000,
    isProjector: projector.isWriting,
    isReady: pulse.ailment() === null,
    booksDiffer: books.difference !== null,
    archiveDue: archive.due,
    openOrders: host.openCount,
    sockets: streams.sockets,
    pushes: streams.pushes,
    droppedReaders: streams.dropped,
    cutSockets: streams.cut,
  };
}
