import type { ColumnType, GeneratedAlways } from 'kysely';

/** Written as JSON, read as a value. */
type Json = ColumnType<unknown, string | null, never>;

export interface AuditTables {
  /** Append-only. */
  audit: {
    id: GeneratedAlways<number>;
    time: number;
    operator: string;
    act: string;
    target: string;
    before: Json;
    after: Json;
  };
  /** One row per entry, written by a database trigger; `hash` covers the entry and the previous hash. Append-only. */
  audit_chain: {
    position: GeneratedAlways<number>;
    audit: GeneratedAlways<number>;
    hash: GeneratedAlways<Buffer>;
  };
  /** Operators' requests by the client's id, so that a retry finds its result. */
  operator_requests: { operator: string; request_id: string; body: string; result: number | null; time: number };
}
