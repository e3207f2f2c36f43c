export interface SnapshotTables {
  /** A snapshot is there with its row: both come in one transaction. */
  snapshots: {
    /** The last journal entry that is in it, and that entry's hash. */
    sequence: number;
    hash: Uint8Array;
    /** Commands up to there. */
    command_count: number;
    /** How many of its parts are the engine's bytes; the rest are the records of open orders. */
    engine_parts: number;
    order_parts: number;
    /** SHA-256 of all parts, unpacked, in their order. */
    digest: Uint8Array;
    /** When it was written. */
    time: number;
  };
  snapshot_parts: {
    sequence: number;
    number: number;
    /** Packed by zstd. */
    bytes: Uint8Array;
  };
}
