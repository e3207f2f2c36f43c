import pg from 'pg';

/** A statement that the exchange sent to PostgreSQL. */
export interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** What statements cost PostgreSQL: rows that it looked at, whether they fit or not, and pages of 8 KiB. */
export interface StatementCost {
  readonly rows: number;
  readonly pages: number;
}

/** Records what this process sends to PostgreSQL. */
export class StatementRecorder {
  #sent: Sent[] = [];
  readonly #restore: () => void;

  constructor() {
    const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
    const original = prototype.query;
    const record = (sent: Sent): void => void this.#sent.push(sent);
    prototype.query = function recorded(this: unknown, ...given: unknown[]): unknown {
      const [first, second] = given;
      const text = typeof first === 'string' ? first : ((first as { text?: string } | null)?.text ?? '');
      const values = Array.isArray(second) ? second : ((first as { values?: unknown[] } | null)?.values ?? []);
      if (text !== '') record({ text, values });
      return original.apply(this, given);
    };
    this.#restore = () => {
      prototype.query = original;
    };
  }

  /** Returns what was sent since it was asked last. */
  take(): readonly Sent[] {
    const sent = this.#sent;
    this.#sent = [];
    return sent;
  }

  stop(): void {
    this.#restore();
  }
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Shared Hit Blocks'?: number;
  readonly 'Shared Read Blocks'?: number;
  readonly Plans?: readonly PlanNode[];
}

const explainable = /^\s*(?:select|with|insert|update|delete|\()/i;
/** What it would do to others, or to itself, by running twice. */
const notTwice = /pg_notify|advisory|pg_stat_force_next_flush/i;

/** Runs statements again, each in a transaction that is rolled back, and adds up what PostgreSQL looked at. */
export async function costOf(client: pg.Client, statements: readonly Sent[]): Promise<StatementCost> {
  const sum = { rows: 0, pages: 0 };
  for (const { text, values } of statements) {
    if (!explainable.test(text) || notTwice.test(text)) continue;
    await client.query('begin');
    try {
      const explain = `explain (analyze, buffers, timing off, format json) ${text}`;
      const { rows } = await client.query<{ 'QUERY PLAN': readonly [{ readonly Plan: PlanNode }] }>(explain, [
        ...values,
      ]);
      const plan = rows[0]?.['QUERY PLAN'][0].Plan;
      if (plan) {
        sum.rows += rowsIn(plan);
        sum.pages += (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
      }
    } catch (error) {
      // A row that the call inserted is there already: that statement reads nothing.
      if (!(error instanceof pg.DatabaseError) || error.code !== '23505')
        throw new Error(`not explained: ${text}`, { cause: error });
    } finally {
      await client.query('rollback');
    }
  }
  return sum;
}

function rowsIn(node: PlanNode): number {
  const own =
    node['Relation Name'] === undefined
      ? 0
      : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
        node['Actual Loops'];
  return (node.Plans ?? []).reduce((sum, plan) => sum + rowsIn(plan), own);
}
