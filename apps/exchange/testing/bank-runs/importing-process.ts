import { createInterface } from 'node:readline';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Kysely, KyselyPlugin } from 'kysely';
import { openDatabase } from '../../src/database/connection.ts';
import type { Tables } from '../../src/database/tables.ts';
import { createExchangeSide } from './exchange-side.ts';
import type { Order } from './importing.ts';
import { readNames } from './open-runs.ts';
import { openSharedLedger } from './shared-ledger.ts';

/** Takes over the files that it reads from its input, one a line, and kills itself at a statement where a line says so. */
const url = process.env['DATABASE_URL'] ?? '';
const { db } = openDatabase(url, { maxConnections: 3 });
let time = 0;
const ledger = await openSharedLedger(url, { now: () => time });
const names = await readNames(db);
process.stdout.write('ready\n');

for await (const line of createInterface({ input: process.stdin })) {
  const order = JSON.parse(line) as Order;
  time = order.time;
  await ledger.host.catchUp();
  const side = createExchangeSide(ledger, dying(db, order), names);
  await side.take(order.file);
  await side.credit();
  process.stdout.write('done\n');
}

function dying(of: Kysely<Tables>, { statements, moment }: Order): Kysely<Tables> {
  let left = statements ?? Infinity;
  const die = () => process.kill(process.pid, 'SIGKILL');
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      left -= 1;
      if (left === -1 && moment === 'before') die();
      // The statement is on its way then, and its answer isn't here.
      if (left === -1 && moment === 'sent') void nextTurn().then(die);
      return node;
    },
    transformResult: async ({ result }) => {
      if (left <= -1 && moment === 'answered') die();
      return result;
    },
  };
  return of.withPlugin(plugin);
}
