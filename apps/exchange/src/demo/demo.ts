import type { KeyRight } from '@fft/contract';
import type { ChainRecords, ChainSettings } from '../custody/index.ts';
import type { Context, ContextOf } from '../context.ts';
import type { Ledger } from '../ledger/open-ledger.ts';
import type { EngineHost } from '../ledger/replica/engine-host.ts';
import type { Job } from '../platform/jobs.ts';
import type { AnyMailbox } from '../platform/mail/mailbox.ts';
import type { Handlers, MessageCalls } from '../platform/processes/message-calls.ts';
import type { Api } from '../transport/http/route.ts';

/** What a demo adds to an exchange. `apps/demo` has it; the exchange knows no more of it than this, and production has {@link noDemo}. */
export interface Demo {
  /** Opens the demo's chains, for all processes of a machine; null without any. */
  openChains(context: Pick<Context, 'settings' | 'secrets' | 'log' | 'lifecycle'>): Promise<OfferedChains | null>;
  /** @param chains those of the supervisor, null if it has none; absent where this process opens its own */
  begin(context: ContextOf<'demo'>, chains: ReachableChains | null | undefined): BegunDemo;
}

/** Chains that one process runs and others of its machine use. */
export interface OfferedChains {
  readonly place: ChainsPlace;
  /** What the others may call. */
  readonly handlers: Handlers;
  readonly jobs: readonly Job[];
}

/** The demo's chains, run by the supervisor. */
export interface ReachableChains {
  readonly place: ChainsPlace;
  readonly supervisor: MessageCalls;
}

/** Where the demo's chains answer, for another process of this machine. */
export interface ChainsPlace {
  readonly signerSocket: string;
  readonly evm: EvmPlace | null;
  readonly later: readonly (EvmPlace & { readonly chain: 'ETH' | 'BSC' | 'POLYGON' })[];
  /** The addresses of Bitcoin's family. */
  readonly utxo: Readonly<Partial<Record<'LTC' | 'BTC', string>>>;
  readonly solana: { readonly rpcUrl: string } | null;
}

interface EvmPlace {
  readonly rpcUrl: string;
  readonly contracts: Readonly<Record<string, string>>;
}

/** The demo in a process that starts. */
export interface BegunDemo {
  /** Opens the made-up market, before the ledger. */
  openMarket(needs: MarketNeeds): Promise<MadeUpMarket>;
  create(needs: DemoNeeds): Promise<DemoModule>;
}

export interface MarketNeeds {
  /** Creates a customer, or sets the password of an existing one; returns the customer's number. */
  readonly ensureCustomer: (account: {
    readonly email: string;
    readonly password: string;
    readonly nickname: string;
  }) => Promise<number>;
}

export interface MadeUpMarket {
  /**
   * Accounts with made-up money, also while the market is switched off. Nothing was ever received for it and no one can claim it, so it isn't
   * part of the exchange's liabilities.
   */
  readonly accounts: readonly number[];
  /** Orders per 10 seconds of accounts with their own limit. */
  readonly orderLimits: ReadonlyMap<number, number>;
  /** Writes history into an empty journal, before anything else is written. */
  readonly playHistory: ((host: EngineHost) => Promise<void>) | undefined;
}

export interface DemoNeeds {
  readonly ledger: Ledger;
  readonly mailbox: AnyMailbox | null;
  readonly chainRecords: ChainRecords;
  /** Replaces the API keys of an account that the exchange itself keeps. */
  readonly replaceApiKeys: (
    customer: number,
    key: { readonly name: string; readonly rights: readonly KeyRight[] },
  ) => Promise<{ readonly id: string; readonly secret: string }>;
}

/** The demo's calls and jobs, and its chains. */
export interface DemoModule {
  /** Chains to follow instead of those of the settings; null without them. */
  readonly chains: {
    readonly chains: readonly ChainSettings[];
    readonly beforeOpen: (chain: string) => Promise<unknown>;
    readonly onOpen: (chain: string, hot: string) => Promise<void>;
  } | null;
  readonly routes: (api: Api) => void;
  readonly jobs: readonly Job[];
  /** Starts the market maker, which trades over HTTP at this address. */
  startMaker(url: string): void;
}

export const noMarket: MadeUpMarket = { accounts: [], orderLimits: new Map(), playHistory: undefined };

/** An exchange without a demo, as production is. */
export const noDemo: Demo = {
  openChains: () => Promise.resolve(null),
  begin: () => ({
    openMarket: () => Promise.resolve(noMarket),
    create: () => Promise.resolve({ chains: null, routes: () => undefined, jobs: [], startMaker: () => undefined }),
  }),
};
