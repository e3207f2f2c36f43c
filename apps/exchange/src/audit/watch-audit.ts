import type { Pool } from 'pg';
import { emptyAudit, verifyAudit } from './audit-chain.ts';

/** Verifies the audit log repeatedly, each time from the last verified entry. */
export interface AuditWatch {
  /** Describes the first fault that was found, and keeps it; null while the chain is intact. */
  look(): Promise<string | null>;
}

/** Keeps the verified head in memory, where changes to the database can't reach it. */
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
