import { createHash } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';

/** Progress of verifying the audit log: the number of entries, and the hash of the last one. */
export interface AuditHead {
  readonly position: number;
  /** In hexadecimal; empty before the first entry. */
  readonly hash: string;
}

export interface AuditVerified {
  readonly head: AuditHead;
  /** Describes the fault; null if the chain is intact. */
  readonly problem: string | null;
}

interface LinkedAct {
  readonly position: number;
  readonly hash: Buffer;
  /** Null fields if the entry itself is missing. */
  readonly fields: readonly (string | null)[];
}

export const emptyAudit: AuditHead = { position: 0, hash: '' };

const pageSize = 5_000;

/**
 * Verifies the audit log from `head` on: no entry is altered, missing or outside the chain. With a head that was kept outside the database,
 * it also detects a log that was truncated or recomputed.
 */
export async function verifyAudit(db: Pool | PoolClient, head: AuditHead = emptyAudit): Promise<AuditVerified> {
  const kept = await problemOfHead(db, head);
  if (kept !== null) return { head, problem: kept };
  let last = head;
  for (;;) {
    const page = await readPage(db, last.position);
    for (const act of page) {
      const problem = problemOfAct(act, last);
      if (problem !== null) return { head: last, problem };
      last = { position: act.position, hash: act.hash.toString('hex') };
    }
    if (page.length < pageSize) return { head: last, problem: await problemOfLoose(db) };
  }
}

async function problemOfHead(db: Pool | PoolClient, { position, hash }: AuditHead): Promise<string | null> {
  if (position === 0) return null;
  const { rows } = await db.query<{ hash: Buffer }>('select hash from audit_chain where position = $1', [position]);
  const [row] = rows;
  if (row === undefined) return `act ${position}, which was verified before, is missing from the audit log`;
  return row.hash.toString('hex') === hash ? null : `the audit log was rewritten up to act ${position}`;
}

async function readPage(db: Pool | PoolClient, after: number): Promise<LinkedAct[]> {
  const { rows } = await db.query<LinkedAct>(
    `select position, hash,
      array[audit.id::text, time::text, operator, act, target, before::text, after::text] as fields
    from audit_chain left join audit on audit.id = audit_chain.audit
    where position > $1 order by position limit $2`,
    [after, pageSize],
  );
  return rows;
}

function problemOfAct({ position, hash, fields }: LinkedAct, last: AuditHead): string | null {
  if (position !== last.position + 1) return `act ${last.position + 1} is missing from the audit log`;
  const sum = createHash('sha256').update(Buffer.from(last.hash, 'hex'));
  for (const field of fields) sum.update(field === null ? '-' : `${Buffer.byteLength(field)}:${field}`);
  return sum.digest().equals(hash) ? null : `act ${position} of the audit log was changed`;
}

async function problemOfLoose(db: Pool | PoolClient): Promise<string | null> {
  const { rows } = await db.query<{ id: number }>(
    'select id from audit where not exists (select from audit_chain where audit = audit.id) order by id limit 1',
  );
  return rows[0] === undefined ? null : `row ${rows[0].id} of the audit log is outside its chain`;
}
