import { fundingOf, PriceProcess, type DemoAccount } from '@fft/demo-market';
import type { Journal } from '@fft/journal';
import type { EngineHost } from '../../../exchange/src/ledger/replica/engine-host.ts';
import type { Gateway } from '../../../exchange/src/ledger/gateway.ts';
import { playHistory } from '../history/play-history.ts';
import { openDemoMarketFile } from './open-file.ts';

/** The demo market's accounts send far more orders than a customer: after a start, all quotes of a market at once. */
const ordersPer10s = 5_000;
const historyDays = 30;

export interface DemoMarketOptions {
  readonly dataDir: string;
  readonly journal: Journal;
  /** Creates a customer, or sets the password of an existing one; returns the customer's number. */
  readonly ensureCustomer: (account: DemoAccount & { readonly nickname: string }) => Promise<number>;
  readonly now: () => number;
  readonly say: (line: string) => void;
}

/** The demo's made-up market: its two accounts, its history, and its market maker's configuration. */
export interface DemoMarket {
  /** Its two accounts, which hold made-up money. */
  readonly accounts: readonly number[];
  /** The file with the market maker's seed and accounts. */
  readonly file: string;
  /** Orders per 10 seconds of accounts with their own limit. */
  readonly orderLimits: ReadonlyMap<number, number>;
  /** Writes 30 days of history into an empty journal; call it before anything else is written. */
  playHistory(host: EngineHost): Promise<void>;
  /** Funds the accounts once: an account that ever held a coin gets no more of it. */
  fund(host: EngineHost, gateway: Gateway): Promise<void>;
}

/** Opens the demo's market, or creates it. */
export async function openDemoMarket(options: DemoMarketOptions): Promise<DemoMarket> {
  const { dataDir, journal, ensureCustomer, now, say } = options;
  const isNewExchange = (await journal.head()).sequence === 0;
  const { path, content } = await openDemoMarketFile({ dataDir, isNewExchange, now: now() });
  const maker = await ensureCustomer({ ...content.maker, nickname: 'Demo market maker' });
  const taker = await ensureCustomer({ ...content.taker, nickname: 'Demo market taker' });
  const { seed, anchor } = content;
  return {
    accounts: [maker, taker],
    file: path,
    orderLimits: new Map([maker, taker].map((owner) => [owner, ordersPer10s])),
    playHistory: (host) => {
      const prices = new PriceProcess({ seed, anchor });
      return playHistory({
        journal,
        host,
        say,
        plan: { prices, seed, until: anchor, days: historyDays, maker, taker },
      });
    },
    fund: async (host, gateway) => {
      for (const owner of [maker, taker]) await fundAccount(owner, host, gateway);
    },
  };
}

async function fundAccount(owner: number, { engine }: EngineHost, gateway: Gateway): Promise<void> {
  const held = new Set(engine.balances(owner).map(({ asset }) => asset));
  for (const [asset, { code, decimals }] of engine.assets.entries()) {
    const amount = fundingOf(code) * 10 ** decimals;
    if (amount === 0 || held.has(asset)) continue;
    const [source, kind] = ['adjustments', 'coin'] as const;
    await gateway.submit({ type: 'deposit', requestId: `demo-${code}`, source, owner, kind, asset, amount });
  }
}
