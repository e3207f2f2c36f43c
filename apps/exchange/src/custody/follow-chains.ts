import type { ListedToken } from '../ledger/listings/token-list.ts';
import { createJob, type Job } from '../platform/jobs.ts';
import { acquireLeadership } from '../platform/leader-election.ts';
import { type Custody, type CustodyOptions, openCustody } from './custody.ts';
import type { OpenTokens } from './chains/chain.ts';
import { type ChainSettings, listedTokensOf } from './chains/open-chain.ts';
import { KeysChanged } from './treasury/public-keys.ts';
import type { Solvency } from './treasury/solvency.ts';
import { ReorganisedTooDeep } from './deposits/watcher.ts';

export interface FollowChainsOptions extends CustodyOptions {
  readonly databaseUrl: string;
  readonly chains: readonly ChainSettings[];
  /** Called before a chain is opened, to start a node of our own. */
  readonly beforeOpen?: (chain: ChainSettings['chain']) => Promise<unknown>;
  /** Called with a chain's hot wallet before anything is paid from it. */
  readonly onOpen?: (chain: ChainSettings['chain'], hot: string) => Promise<void>;
}

const tickMs = 1_000;
const solvencyMs = 10_000;
/** How often the signer is asked again if it lists what operators listed. */
const waitingTokensMs = 30_000;

/** Custody's last observations, for operators. */
export interface CustodySeen {
  readonly time: number;
  readonly solvency: readonly Solvency[];
}

/** Custody's report to operators. */
export interface CustodyReport {
  /** Null before the first look, and where another process follows the chains. */
  readonly seen: CustodySeen | null;
  /** The last failure of any chain; null while all go on. */
  readonly trouble: string | null;
  /** Chains whose recent reorganisation reached credited deposits, or went too deep to follow; null if none. */
  readonly reorganised: string | null;
  /** Coins of which the hot wallet holds less than its minimum. */
  readonly low: readonly string[];
  /** Coins of which less is held than is owed, as last seen. */
  readonly short: readonly string[];
}

export interface FollowedChains {
  readonly report: CustodyReport;
  /** One for each chain. Each works in the process that leads custody. */
  readonly jobs: readonly Job[];
  /** Gives the leadership up, once the jobs are stopped. */
  close(): Promise<void>;
}

/** Follows the chains, each by itself, unless another process on the same database does: two would pay twice as fast, and get in each other's way. */
export function followChains(options: FollowChainsOptions): FollowedChains {
  const chains = options.chains.map((settings): ChainState => ({
    settings,
    custody: null,
    seen: null,
    trouble: null,
    isTooDeep: false,
    solvencyAt: 0,
    tokens: { listed: [], contracts: {}, waiting: 0, askedAt: 0 },
  }));
  /** Aborts when the leadership is lost; null without it. */
  let term: AbortController | null = null;
  const others = (): Custody[] => chains.flatMap(({ custody }) => custody ?? []);
  const jobs = chains.map((chain) =>
    createJob({
      name: `custody.${chain.settings.chain}`,
      everyMs: tickMs,
      leaderOnly: () => term !== null,
      run: async (stopping) => {
        if (term === null) return;
        await work(options, { chain, others, ended: AbortSignal.any([stopping, term.signal]) });
      },
    }),
  );
  const role = acquireLeadership({
    url: options.databaseUrl,
    role: 'custody',
    onTaken: () => {
      term = new AbortController();
      for (const job of jobs) job.wake();
    },
    onLost: () => {
      term?.abort();
      term = null;
      for (const chain of chains) chain.custody = null;
    },
  });
  return {
    report: reportOf(chains),
    jobs,
    close: async () => {
      await Promise.all(jobs.map((job) => job.stop()));
      await role.close();
    },
  };
}

function reportOf(chains: readonly ChainState[]): CustodyReport {
  return {
    get seen() {
      const looks = chains.flatMap(({ seen }) => seen ?? []);
      if (looks.length === 0) return null;
      return {
        time: Math.min(...looks.map(({ time }) => time)),
        solvency: looks.flatMap(({ solvency }) => solvency),
      };
    },
    get trouble() {
      return listed(chains.map(troubleOf));
    },
    get reorganised() {
      return listed(chains.map(reorganisationOf));
    },
    get short() {
      return chains.flatMap(({ seen }) =>
        (seen?.solvency ?? [])
          .filter(({ held, elsewhere, owed }) => held + elsewhere < owed)
          .map(({ chain, coin }) => `${coin} (${chain})`),
      );
    },
    get low() {
      return chains.flatMap(({ settings, custody }) =>
        (custody?.low ?? []).map((coin) => `${coin} (${settings.chain})`),
      );
    },
  };
}

/** A followed chain with its custody's last observations. */
interface ChainState {
  readonly settings: ChainSettings;
  custody: Custody | null;
  seen: CustodySeen | null;
  trouble: string | null;
  /** True if the trouble is a reorganisation that can't be followed. */
  isTooDeep: boolean;
  /** When solvency is checked next, by `performance.now()`. */
  solvencyAt: number;
  /** The tokens that operators listed, as it was opened with them. */
  tokens: OpenedTokens;
}

interface OpenedTokens extends OpenTokens {
  readonly listed: readonly ListedToken[];
  /** When the signer was last asked for those that wait. */
  readonly askedAt: number;
}

/** The chain's last failure, or the doubt of its second node. */
function troubleOf({ settings, custody, trouble, isTooDeep }: ChainState): string | null {
  const found = trouble ?? custody?.doubt ?? null;
  return isTooDeep || found === null ? null : `${settings.chain}: ${found}`;
}

function reorganisationOf({ settings, custody, trouble, isTooDeep }: ChainState): string | null {
  if (isTooDeep) return trouble;
  const depth = custody?.deepReorganisation ?? null;
  return depth === null ? null : `${settings.chain}: ${depth}`;
}

function listed(found: readonly (string | null)[]): string | null {
  return found.filter((one) => one !== null).join('; ') || null;
}

interface Turn {
  readonly chain: ChainState;
  readonly others: () => readonly Custody[];
  /** Aborts when the job is stopped or the leadership is lost. */
  readonly ended: AbortSignal;
}

/** Opens the chain's custody if it isn't open, and does what is due. */
async function work(options: FollowChainsOptions, { chain, others, ended }: Turn): Promise<void> {
  try {
    if (chain.custody && (await haveTokensChanged(options, chain))) chain.custody = null;
    const custody = (chain.custody ??= await open(options, chain, others));
    await listedTokensOf(chain.settings)?.answerChecks(custody.hot, options);
    if (performance.now() >= chain.solvencyAt) {
      chain.seen = { time: options.now(), solvency: await custody.checkSolvency() };
      chain.solvencyAt = performance.now() + solvencyMs;
    }
    await custody.tick();
    chain.trouble = null;
    chain.isTooDeep = false;
  } catch (error) {
    if (ended.aborted) return;
    if (error instanceof KeysChanged) chain.custody = null;
    chain.trouble = error instanceof Error ? error.message : String(error);
    chain.isTooDeep = error instanceof ReorganisedTooDeep;
    throw error;
  } finally {
    if (ended.aborted) chain.custody = null;
  }
}

async function open(options: FollowChainsOptions, chain: ChainState, others: Turn['others']): Promise<Custody> {
  const { chain: name } = chain.settings;
  await options.beforeOpen?.(name);
  chain.tokens = await readTokens(options, chain);
  const custody = await openCustody(withTokens(chain), options, others);
  await options.onOpen?.(name, custody.hot);
  // Nothing is paid before a check has found no shortfall.
  chain.solvencyAt = 0;
  return custody;
}

/** True if the chain must be opened again: operators listed a token that the signer lists too. */
async function haveTokensChanged(options: FollowChainsOptions, chain: ChainState): Promise<boolean> {
  const { tokens } = chain;
  const isSame = options.directory.tokens.all === tokens.listed;
  const isDue = Math.abs(options.now() - tokens.askedAt) >= waitingTokensMs;
  if (isSame && (tokens.waiting === 0 || !isDue)) return false;
  const now = await readTokens(options, chain);
  if (JSON.stringify(now.contracts) !== JSON.stringify(tokens.contracts)) return true;
  chain.tokens = now;
  return false;
}

async function readTokens(options: FollowChainsOptions, { settings }: ChainState): Promise<OpenedTokens> {
  const listed = options.directory.tokens.all;
  const open = (await listedTokensOf(settings)?.toOpen(options)) ?? { contracts: {}, waiting: 0 };
  return { ...open, listed, askedAt: options.now() };
}

function withTokens({ settings, tokens }: ChainState): ChainSettings {
  return listedTokensOf(settings)?.settingsWith(tokens.contracts) ?? settings;
}
