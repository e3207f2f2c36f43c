/** A point between two steps of a server at which something is killed. */
export interface KillPoint {
  readonly name: string;
  /** Server that makes the step: any server with customers, or the one that writes the tables. */
  readonly at: 'gateway' | 'projector';
  readonly kills: 'itself' | 'postgres';
  /** Pattern of the step: a part of a statement's name or text, or of an answer. */
  readonly step: 'journal_append' | '"clientOrderId"' | 'update projection';
  /** Before the step begins; once it is sent; or once its answer came, before the caller gets it. */
  readonly when: 'before' | 'sent' | 'answered';
}

/** Order of the drill to a server. */
export interface KillOrder {
  readonly point: string;
  /** Process id of PostgreSQL's main process. */
  readonly postgres: number;
  /** Delay between the point and the kill of PostgreSQL. */
  readonly afterMs: number;
}

export const killPoints: readonly KillPoint[] = [
  { name: 'before the journal', at: 'gateway', kills: 'itself', step: 'journal_append', when: 'before' },
  { name: 'sent to the journal', at: 'gateway', kills: 'itself', step: 'journal_append', when: 'sent' },
  { name: 'in the journal, not applied', at: 'gateway', kills: 'itself', step: 'journal_append', when: 'answered' },
  { name: 'applied, not answered', at: 'gateway', kills: 'itself', step: '"clientOrderId"', when: 'before' },
  { name: 'just answered', at: 'gateway', kills: 'itself', step: '"clientOrderId"', when: 'sent' },
  {
    name: 'tables written, not committed',
    at: 'projector',
    kills: 'itself',
    step: 'update projection',
    when: 'before',
  },
  { name: 'tables committed, not known', at: 'projector', kills: 'itself', step: 'update projection', when: 'sent' },
  { name: 'PostgreSQL, as it commits', at: 'gateway', kills: 'postgres', step: 'journal_append', when: 'sent' },
];
