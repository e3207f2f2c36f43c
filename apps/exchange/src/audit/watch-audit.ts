import type { Pool } from 'pg';
import { emptyAudit, verifyAudit } from './audit-chain.ts';

/** Looks at the audit log again and again, from what it saw last. */
export interface AuditWatch {
  /** What is wrong with the log, from the first time on that something is; null where the chain holds. */
  look(): Promise<string | null>;
}

/** Remembers in memory how far the log went, which nobody who changes the database can change with it. */
export function watchAudit(pool: Pool): AuditWatch {
  let head = emptyAudit;
  let problem: string | null = null;
  return {
    look: async () => {
      if (problem !== null) return problem;
      const seen = await verifyAudit(pool, head);
      ({ head, problem } = seen);
      return problem;
    },
  };
}
