import { consoleCalls, pauseDirections } from '@fft/console-contract';
import type { Kysely } from 'kysely';
import { writeAudit } from '../audit/audit.ts';
import type { ChainRecords } from '../custody/index.ts';
import type { Tables } from './room.ts';
import { addPause, endPause, readPauses } from '../assets/network-pauses.ts';
import { refuse } from './refusals.ts';
import type { Bind } from './bind.ts';

export interface NetworksOptions {
  readonly db: Kysely<Tables>;
  readonly records: Pick<ChainRecords, 'followedCoins'>;
  readonly now: () => number;
}

/** Binds the calls that pause networks. One operator is enough, so that it is quick: a pause only delays, and resuming lifts no other check. */
export function bindNetworks(bind: Bind, { db, records, now }: NetworksOptions): void {
  const { networks } = consoleCalls;
  bind(networks.list, async () => {
    const [followed, pauses] = await Promise.all([records.followedCoins(), readPauses(db)]);
    const lineOf = (chain: string, coin: string | null) => {
      const [deposits, withdrawals] = pauseDirections.map((each) => pauses.isNoted(each, chain, coin ?? ''));
      return { chain, coin, deposits: deposits === true, withdrawals: withdrawals === true };
    };
    return {
      networks: followed.flatMap(({ chain, coins }) => [null, ...coins].map((coin) => lineOf(chain, coin))),
    };
  });
  bind(networks.pause, async ({ chain, coin = '', direction, paused }, { name: operator }) => {
    const followed = (await records.followedCoins()).find((one) => one.chain === chain);
    if (!followed || (coin !== '' && !followed.coins.includes(coin)))
      throw refuse('networkNotFollowed', { data: { field: coin === '' ? 'chain' : 'coin' } });
    const time = now();
    await db.transaction().execute(async (transaction) => {
      const place = { chain, coin, direction };
      const isChanged = paused
        ? await addPause(transaction, { ...place, operator, time })
        : await endPause(transaction, place);
      // Nothing changed: another operator was faster.
      if (!isChanged) return;
      const target = `network ${chain}${coin === '' ? '' : ` ${coin}`}`;
      const act = paused ? 'network.pause' : 'network.resume';
      await writeAudit(transaction, { time, operator, act, target, after: { direction } });
    });
    return null;
  });
}
