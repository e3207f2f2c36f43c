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
}
