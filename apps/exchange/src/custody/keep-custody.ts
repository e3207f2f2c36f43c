import { setTimeout as delay } from 'node:timers/promises';
import type { Address } from 'viem';
import { standForRole } from '../database/election.ts';
import { type Custody, type CustodyParts, openCustody } from './custody.ts';
import type { Solvency } from './solvency.ts';

export interface KeepCustodyOptions extends CustodyParts {
  readonly databaseUrl: string;
  /** Called with the hot wallet before anything is paid from it. */
  readonly onOpen?: (hot: Address) => Promise<void>;
}

const tickMs = 1_000;
const solvencyMs = 60_000;

/** What custody last saw, for operators. */
export interface CustodySeen {
  readonly time: number;
  readonly solvency: readonly Solvency[];
}

export interface KeptCustody {
  /** null before the first look, and where another process follows the chain. */
  readonly seen: CustodySeen | null;
  /** What it last failed with; null where it goes on. */
  readonly trouble: string | null;
  close(): Promise<void>;
}

/** Follows the chain, unless another process on the same database does: two would pay twice as fast, and get in each other's way. */
export function keepCustody(options: KeepCustodyOptions): KeptCustody {
  const told: Told = { seen: null, trouble: null };
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
      term = { end, over: work(options, told, end.signal) };
    },
    onLost: () => void leave(),
  });
  return {
    get seen() {
      return told.seen;
    },
    get trouble() {
      return told.trouble;
    },
    close: async () => {
      await leave();
      await role.close();
    },
  };
}

interface Told {
  seen: CustodySeen | null;
  trouble: string | null;
}

/** Until it is told to end; what fails is logged, and tried again. */
async function work(options: KeepCustodyOptions, told: Told, ended: AbortSignal): Promise<void> {
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
        told.seen = { time: options.now(), solvency: await custody.checkSolvency() };
        solvencyAt = performance.now() + solvencyMs;
      }
      await custody.tick();
      told.trouble = null;
    } catch (error) {
      if (ended.aborted) break;
      told.trouble = error instanceof Error ? error.message : String(error);
      log.error({ err: error }, 'custody could not go on; trying again');
    }
    await delay(tickMs, undefined, { signal: ended }).catch(() => undefined);
  }
}
