import { pino } from 'pino';
import { createBroadcastJob } from '../src/content/broadcast-job.ts';
import { openDatabase } from '../src/database/connection.ts';

/** Sends inbox messages until it is killed. */
const { db } = openDatabase(process.env['DATABASE_URL'] ?? '', { maxConnections: 2 });
const none = () => {
  throw new Error('no condition is asked for');
};
createBroadcastJob({ db, conditions: { identity: none, tier: none }, now: Date.now, atOnce: 500 }).start({
  log: pino(),
});
