import { isReserveSigned, liabilitiesRoot } from '@fft/liabilities';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Tables } from '../room.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { createJob, type Job } from '../../platform/jobs.ts';
import { readChains } from '../chain-facts.ts';
import type { ChainFacts } from '../chains/chain.ts';
import type { ChainSettings } from '../chains/open-chain.ts';
import { SignerClient } from '../payments/signer-client.ts';

export interface SignReservesOptions {
  readonly db: Kysely<Tables>;
  readonly directory: Directory;
  /** The chains that this process follows. */
  readonly chains: readonly Pick<ChainSettings, 'chain' | 'signerSocket'>[];
  readonly log: Logger;
  readonly now: () => number;
}

/** The signer attests no day before yesterday. */
const maxAgeMs = 2 * 86_400_000;

interface Day {
  readonly day: string;
  readonly root: string;
}

/** Has each hot wallet sign the newest published liabilities, once a day. The signer composes the text, and signs one a day. */
export function createReserveSigning({ db, directory, chains, log, now }: SignReservesOptions): Job {
  const signers = new Map(chains.map(({ chain, signerSocket }) => [chain, new SignerClient(signerSocket)]));
  /** Failures that are in the log already. */
  const logged = new Set<string>();

  async function newestDay(): Promise<Day | null> {
    const row = await db.selectFrom('liability_days').selectAll().orderBy('day', 'desc').limit(1).executeTakeFirst();
    if (!row || Date.parse(row.day) < now() - maxAgeMs) return null;
    const root = liabilitiesRoot(row);
    return root === null ? null : { day: row.day, root };
  }

  async function sign({ day, root }: Day, facts: ChainFacts, hot: number): Promise<void> {
    const { chain, addresses } = facts;
    const address = addresses.shown(addresses.addressOf({ branch: 1, index: hot }));
    const place = { day, chain, address };
    try {
      const signed = await signers.get(chain)?.attest({ chain, hot, day, root });
      if (!signed) return;
      const { signature } = signed;
      if (!isReserveSigned({ ...place, root }, signature))
        throw new Error('the signer answered with a signature of something else');
      await db
        .insertInto('reserve_signatures')
        .values({ ...place, signature, time: now() })
        .onConflict((conflict) => conflict.columns(['day', 'chain', 'address']).doUpdateSet({ signature }))
        .execute();
    } catch (err) {
      // A former hot wallet whose key was destroyed never signs.
      const name = `${day} ${chain} ${address}`;
      if (!logged.has(name)) log.warn({ err, ...place }, 'reserves.notSigned');
      logged.add(name);
    }
  }

  return createJob({
    name: 'custody.signReserves',
    everyMs: 5_000,
    firstMs: 1_000,
    run: async (stopping) => {
      const newest = await newestDay();
      if (newest === null) return;
      const followed = (await readChains(db, directory)).filter(({ chain }) => signers.has(chain));
      const rows = await db.selectFrom('reserve_signatures').selectAll().where('day', '=', newest.day).execute();
      for (const facts of followed) {
        for (const { index } of facts.addresses.hots) {
          const address = facts.addresses.shown(facts.addresses.addressOf({ branch: 1, index }));
          const known = rows.find((row) => row.chain === facts.chain && row.address === address);
          // A row that was altered is replaced.
          const isSigned = known && isReserveSigned({ ...newest, chain: facts.chain, address }, known.signature);
          if (!isSigned && !stopping.aborted) await sign(newest, facts, index);
        }
      }
    },
  });
}
