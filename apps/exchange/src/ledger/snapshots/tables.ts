export interface SnapshotTables {
  /** A row and its parts are written in one transaction. */
  snapshots: {
    /** The last journal entry in it. */
    sequence: number;
    hash: Uint8Array;
    /** Number of commands up to there. */
    command_count: number;
    /** Number of parts with the engine's bytes; the others hold records of open orders. */
    engine_parts: number;
    order_parts: number;
    /** SHA-256 of all unpacked parts, in order. */
    digest: Uint8Array;
    /** When it was written. */
    time: number;
  };
  snapshot_parts: {
    sequence: number;
    number: number;
    /** Compressed with zstd. */
    bytes: Uint8Array;
  };
}
