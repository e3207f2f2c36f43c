/** A point between two steps of a server at which something dies. */
export interface KillPoint {
  readonly name: string;
  /** Whose step it is: of any server that has customers, or of the one that writes the tables. */
  readonly at: 'gateway' | 'projector';
  readonly kills: 'itself' | 'postgres';
  /** What the step is known by: a part of a statement's name or text, or of an answer. */
  readonly step: 'journal_append' | '"clientOrderId"' | 'update projection';
  /** Before it is begun; once it is under way; once its answer came, before anybody hears of it. */
  readonly when: 'before' | 'sent' | 'answered';
}

/** What a server is told by the drill. */
export interface KillOrder {
  readonly point: string;
  /** The process of PostgreSQL's server. */
  readonly postgres: number;
  /** How long after the point PostgreSQL dies. */
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
