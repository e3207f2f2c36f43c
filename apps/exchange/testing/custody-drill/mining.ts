import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '../../src/database/connection.ts';
import { until } from '../faults/until.ts';
import type { DrillChain, Network } from './network.ts';

const followWithinMs = 120_000;
/** A slow machine takes longer, instead of leaving the exchange ever further behind. */
const maxBlocksAhead = 40;

export interface Mining {
  /** Height of the newest block. */
  readonly height: () => number;
  /** Total number of blocks that the node lost. */
  readonly lost: () => number;
  readonly end: () => Promise<void>;
}

export interface MiningOptions {
  readonly database: Database;
  readonly blockMs: number;
}

/** Mines until it is stopped. While a node is down, or the exchange far behind, its network waits. */
export function keepMining(network: Network, { database, blockMs }: MiningOptions): Mining {
  const over = new AbortController();
  let [height, lost] = [0, 0];
  const mining = (async () => {
    while (!over.signal.aborted) {
      await delay(blockMs);
      const mayMine = height <= (await heightRead(database, network.chain)) + maxBlocksAhead;
      // Lost blocks are given back in any case: the exchange can't catch up without them.
      const step = await network.step(mayMine).catch(() => null);
      height = step?.height ?? height;
      lost += step?.lost ?? 0;
    }
  })();
  return {
    height: () => height,
    lost: () => lost,
    end: async () => {
      over.abort();
      await mining;
    },
  };
}

async function heightRead({ db }: Database, chain: DrillChain): Promise<number> {
  const { read } = await db
    .selectFrom('chain_blocks')
    .select(({ fn }) => fn.max('height').as('read'))
    .where('chain', '=', chain)
    .executeTakeFirstOrThrow();
  return read;
}

export async function untilFollowed(database: Database, chain: DrillChain, mining: Mining): Promise<void> {
  const begun = mining.height();
  const follows = async (): Promise<true | null> => ((await heightRead(database, chain)) > begun + 1 ? true : null);
  await until(follows, `the exchange no longer follows ${chain}`, followWithinMs);
}
