import { type CompiledQuery, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import type { Step } from '../../src/database/migration-step.ts';

/** The SQL that a migration sends. Every query answers no rows. */
export async function recordSql({ up }: Pick<Step, 'up'>): Promise<string[]> {
  const sent: string[] = [];
  const connection = {
    executeQuery: async ({ sql }: CompiledQuery) => {
      sent.push(sql);
      return { rows: [] };
    },
    streamQuery: () => {
      throw new Error('a migration reads no stream');
    },
  };
  const nothing = async (): Promise<void> => undefined;
  const db = new Kysely<unknown>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (introspected) => new PostgresIntrospector(introspected),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => ({
        init: nothing,
        acquireConnection: async () => connection,
        beginTransaction: nothing,
        commitTransaction: nothing,
        rollbackTransaction: nothing,
        releaseConnection: nothing,
        destroy: nothing,
      }),
    },
  });
  await up(db);
  return sent;
}
