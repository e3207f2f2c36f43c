import type { ColumnType, GeneratedAlways } from 'kysely';

/** Written as JSON, read as what it says. */
type Json = ColumnType<unknown, string | null, never>;

export interface AuditTables {
  /** Rows are only ever added. */
  audit: {
    id: GeneratedAlways<number>;
    time: number;
    operator: string;
    act: string;
    target: string;
    before: Json;
    after: Json;
  };
  /** One row an act, written by the database itself; `hash` covers the act and the hash before it. Rows are only ever added. */
  audit_chain: {
    position: GeneratedAlways<number>;
    audit: GeneratedAlways<number>;
    hash: GeneratedAlways<Buffer>;
  };
}
