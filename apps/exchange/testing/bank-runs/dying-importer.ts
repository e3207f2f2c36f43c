import type { Kysely, KyselyPlugin } from 'kysely';
import type { Choose } from '../made-up-bank.ts';
import type { Tables } from '../../src/database/tables.ts';
import { createExchangeSide, namesOf, type ExchangeSide } from './exchange-side.ts';
import type { Importer, RunExchange } from './open-runs.ts';

/** Takes over files in this process. In a part of the cases, all queries fail from some statement on, and then the same is done again. */
export function dyingImporter({ ledger, db, side, customers }: RunExchange, choose: Choose): Importer {
  const names = namesOf(customers);
  const untilDone = async (act: (side: ExchangeSide) => Promise<void>): Promise<void> => {
    if (choose(3) === 0) {
      const dies = new Error('the process dies');
      await act(createExchangeSide(ledger, dying(db, choose(30), dies), names)).catch((error: unknown) => {
        if (error !== dies) throw error;
      });
    }
    await act(side);
  };
  return async (file) => {
    await untilDone(({ take }) => take(file));
    await untilDone(({ credit }) => credit());
  };
}

function dying(db: Kysely<Tables>, statements: number, dies: Error): Kysely<Tables> {
  let left = statements;
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      left -= 1;
      if (left < 0) throw dies;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
  return db.withPlugin(plugin);
}
