import { setTimeout as delay } from 'node:timers/promises';
import type { Address } from 'viem';
import { standForRole } from '../database/election.ts';
import { type Custody, type CustodyParts, openCustody } from './custody.ts';

export interface KeepCustodyOptions extends CustodyParts {
  readonly databaseUrl: string;
  /** Called with the hot wallet before anything is paid from it. */
  readonly onOpen?: (hot: Address) => Promise<void>;
}

const tickMs = 1_000;
const solvencyMs = 60_000;

/** Follows the chain, unless another process on the same database does: two would pay twice as fast, and get in each other's way. */
export function keepCustody(options: KeepCustodyOptions): { close(): Promise<void> } {
  let term: { end: AbortController; over: Promise<void> } | null = null;
  const leave = async (): Promise<void> => {
    term?.end.abort();
    await term?.over;
  };
  const role = standForRole({
    url: options.databaseUrl,
    role: 'custody',
    onTaken: () => {
      const end = new AbortController();
      term = { end, over: work(options, end.signal) };
    },
    onLost: () => void leave(),
  });
  return {
    close: async () => {
      await leave();
      await role.close();
    },
  };
}

/** Until it is told to end; what fails is logged, and tried again. */
async function work(options: KeepCustodyOptions, ended: AbortSignal): Promise<void> {
  const { log, onOpen } = options;
  let custody: Custody | null = null;
  let solvencyAt = 0;
  while (!ended.aborted) {
    try {
      if (!custody) {
        const opened = await openCustody(options);
        await onOpen?.(opened.hot);
        custody = opened;
      }
      if (performance.now() >= solvencyAt) {
        await custody.checkSolvency();
        solvencyAt = performance.now() + solvencyMs;
      }
      await custody.tick();
    } catch (error) {
      if (!ended.aborted) log.error({ err: error }, 'custody could not go on; trying again');
    }
    await delay(tickMs, undefined, { signal: ended }).catch(() => undefined);
  }
}
