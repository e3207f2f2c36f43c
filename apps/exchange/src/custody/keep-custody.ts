import { setTimeout as delay } from 'node:timers/promises';
import { acquireLeadership } from '../platform/leader-election.ts';
import { type Custody, type CustodyParts, openCustody } from './custody.ts';
import type { ChainSettings } from './open-chain.ts';
import { KeysChanged } from './public-keys.ts';
import type { Solvency } from './solvency.ts';
import { ReorganisedTooDeep } from './watcher.ts';

export interface KeepCustodyOptions extends Omit<CustodyParts, 'settings'> {
  readonly databaseUrl: string;
  readonly chains: readonly ChainSettings[];
  /** Called with the hot wallet of a chain before anything is paid from it. */
  readonly onOpen?: (chain: ChainSettings['chain'], hot: string) => Promise<void>;
}

const tickMs = 1_000;
const solvencyMs = 60_000;

/** What custody last saw, for operators. */
export interface CustodySeen {
  readonly time: number;
  readonly solvency: readonly Solvency[];
}

export interface KeptCustody {
  /** null before the first look, and where another process follows the chains. */
  readonly seen: CustodySeen | null;
  /** What it last failed with; null where it goes on. */
  readonly trouble: string | null;
  /** The chains that took back what may have been credited, of late, or more than can be followed; null where none did. */
  readonly reorganised: string | null;
  /** Coins of which less is hot than should be. */
  readonly low: readonly string[];
  close(): Promise<void>;
}

/** Follows the chains, each by itself, unless another process on the same database does: two would pay twice as fast, and get in each other's way. */
export function keepCustody(options: KeepCustodyOptions): KeptCustody {
  const told = options.chains.map((settings): Told => ({
    settings,
    custody: null,
    seen: null,
    trouble: null,
    isTooDeep: false,
  }));
  let term: { end: AbortController; over: Promise<unknown> } | null = null;
  const leave = async (): Promise<void> => {
    term?.end.abort();
    await term?.over;
  };
  const role = acquireLeadership({
    url: options.databaseUrl,
    role: 'custody',
    onTaken: () => {
      const end = new AbortController();
      const others = () => told.flatMap(({ custody }) => custody ?? []);
      term = { end, over: Promise.all(told.map((one) => work({ ...options, others }, one, end.signal))) };
    },
    onLost: () => void leave(),
  });
  return {
    get seen() {
      const looks = told.flatMap(({ seen }) => seen ?? []);
      if (looks.length === 0) return null;
      return {
        time: Math.min(...looks.map(({ time }) => time)),
        solvency: looks.flatMap(({ solvency }) => solvency),
      };
    },
    get trouble() {
      return listed(told.map(troubleOf));
    },
    get reorganised() {
      return listed(told.map(reorganisationOf));
    },
    get low() {
      return told.flatMap(({ settings, custody }) => (custody?.low ?? []).map((coin) => `${coin} (${settings.chain})`));
    },
    close: async () => {
      await leave();
      await role.close();
    },
  };
}

/** A chain, and what its custody last saw. */
interface Told {
  readonly settings: ChainSettings;
  custody: Custody | null;
  seen: CustodySeen | null;
  trouble: string | null;
  /** Whether the trouble is a reorganisation that can't be followed. */
  isTooDeep: boolean;
}

/** What it failed with, or what two nodes say differently of it. */
function troubleOf({ settings, custody, trouble, isTooDeep }: Told): string | null {
  const found = trouble ?? custody?.doubt ?? null;
  return isTooDeep || found === null ? null : `${settings.chain}: ${found}`;
}

function reorganisationOf({ settings, custody, trouble, isTooDeep }: Told): string | null {
  if (isTooDeep) return trouble;
  const depth = custody?.deepReorganisation ?? null;
  return depth === null ? null : `${settings.chain}: ${depth}`;
}

function listed(found: readonly (string | null)[]): string | null {
  return found.filter((one) => one !== null).join('; ') || null;
}

/** Until it is told to end; what fails is logged, and tried again. */
async function work(options: KeepCustodyOptions, told: Told, ended: AbortSignal): Promise<void> {
  const { log, onOpen } = options;
  const { settings } = told;
  let custody: Custody | null = null;
  let solvencyAt = 0;
  while (!ended.aborted) {
    try {
      if (!custody) {
        const opened = await openCustody({ ...options, settings });
        await onOpen?.(settings.chain, opened.hot);
        custody = told.custody = opened;
        // It pays nothing before it is known that nothing is short.
        solvencyAt = 0;
      }
      if (performance.now() >= solvencyAt) {
        told.seen = { time: options.now(), solvency: await custody.checkSolvency() };
        solvencyAt = performance.now() + solvencyMs;
      }
      await custody.tick();
      told.trouble = null;
      told.isTooDeep = false;
    } catch (error) {
      if (ended.aborted) break;
      if (error instanceof KeysChanged) custody = told.custody = null;
      told.trouble = error instanceof Error ? error.message : String(error);
      told.isTooDeep = error instanceof ReorganisedTooDeep;
      log.error({ err: error, chain: settings.chain }, 'custody could not go on; trying again');
    }
    await delay(tickMs, undefined, { signal: ended }).catch(() => undefined);
  }
  told.custody = null;
}
