import { sql, type Kysely } from 'kysely';
import type { Step } from '../migration-step.ts';

/** Several EVM networks: one chain can't be followed under two names, and each has its own rule of when a block is final. */
export const evmNetworks: Step = {
  indexes: [{ name: 'custody_chains_network', on: 'custody_chains (network)', isUnique: true }],
  smallTables: ['custody_chains'],
  up,
};

async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table custody_chains add column finality text not null default 'depth'`.execute(db);
}
