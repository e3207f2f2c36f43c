import { consoleCalls } from '@fft/console-contract';
import type { Kysely } from 'kysely';
import { writeAudit } from '../audit/audit.ts';
import type { ChainRecords } from '../custody/index.ts';
import type { Tables } from './room.ts';
import { refuse } from './refusals.ts';
import type { Bind } from './bind.ts';

export interface ReservesOptions {
  readonly db: Kysely<Tables>;
  readonly records: Pick<ChainRecords, 'readReserveWallets' | 'publishColdSignature'>;
  readonly now: () => number;
}

/** Binds the calls about signatures of the wallets that hold reserves. One operator is enough: a signature proves itself, to everybody. */
export function bindReserves(bind: Bind, { db, records, now }: ReservesOptions): void {
  const { reserves } = consoleCalls;
  bind(reserves.list, async () => {
    const { day, wallets } = await records.readReserveWallets();
    return { day, wallets: [...wallets] };
  });
  bind(reserves.sign, async ({ chain, day, signature }, { name: operator }) => {
    const time = now();
    await db.transaction().execute(async (transaction) => {
      const doubt = await records.publishColdSignature(transaction, { chain, day, signature, time });
      if (doubt === 'noColdWallet') throw refuse('noColdWallet', { data: { field: 'chain' } });
      if (doubt === 'otherDay') throw refuse('reservesOtherDay');
      if (doubt === 'otherKey') throw refuse('reservesOtherKey', { data: { field: 'signature' } });
      await writeAudit(transaction, {
        time,
        operator,
        act: 'reserves.sign',
        target: `wallet ${chain}`,
        after: { day },
      });
    });
    return null;
  });
}
