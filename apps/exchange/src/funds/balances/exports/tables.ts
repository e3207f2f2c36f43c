import type { ColumnType, Generated } from 'kysely';
import type { Lang, StatementLine } from '@fft/contract';

/** What the customer chose. */
export interface ExportFilter {
  /** Gains by lots in place of the statement's lines. */
  readonly report?: 'lots' | undefined;
  readonly coin?: string | undefined;
  readonly type?: StatementLine['type'] | undefined;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

export type ExportState = 'waiting' | 'running' | 'done' | 'failed';

/** Statements as files. Times are milliseconds since the epoch. */
export interface ExportTables {
  statement_exports: {
    id: string;
    customer: number;
    account: 'coin' | 'fiat';
    filter: ColumnType<ExportFilter, string, never>;
    lang: Lang;
    state: ExportState;
    /** Steps done, of a total. */
    done: Generated<number>;
    total: Generated<number>;
    lines: Generated<number>;
    parts: Generated<number>;
    attempts: Generated<number>;
    created: number;
    updated: number;
  };
  statement_export_parts: {
    export: string;
    /** From 0. */
    number: number;
    csv: string;
  };
}
