import { fundingOf, PriceProcess, type DemoAccount } from '@fft/demo-market';
import type { Journal } from '@fft/journal';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import type { Gateway } from '../../ledger/gateway.ts';
import { playHistory } from '../history/play-history.ts';
import { openDemoMarketFile } from './open-file.ts';

/** The accounts of the demo's market send far more orders than a customer: a whole market's quotes at once after a start. */
const ordersPer10s = 5_000;
const historyDays = 30;

export interface DemoMarketOptions {
  readonly dataDir: string;
  readonly journal: Journal;
  /** Makes a customer, or gives one that exists this password; answers his number. */
  readonly ensureCustomer: (account: DemoAccount & { readonly nickname: string }) => Promise<number>;
  readonly now: () => number;
  readonly say: (line: string) => void;
}

/** The demo's made-up market: its two accounts, its past, and what its market maker needs to go on with. */
export interface DemoMarket {
  /** Where the market maker finds the seed and its accounts. */
  readonly file: string;
  /** Orders in 10 seconds, of those who have a limit of their own. */
  readonly orderLimits: ReadonlyMap<number, number>;
  /** Writes 30 days of past into an empty journal; to be called before anything else is written. */
  playHistory(host: EngineHost): Promise<void>;
  /** Gives the accounts what they trade with, once for all time: an account that has ever held a coin gets no more of it. */
  fund(host: EngineHost, gateway: Gateway): Promise<void>;
}

/** Finds the demo's market, or makes a new one up. */
export async function openDemoMarket(options: DemoMarketOptions): Promise<DemoMarket> {
  const { dataDir, journal, ensureCustomer, now, say } = options;
  const isNewExchange = (await journal.head()).sequence === 0;
  const { path, content } = await openDemoMarketFile({ dataDir, isNewExchange, now: now() });
  const maker = await ensureCustomer({ ...content.maker, nickname: 'Demo market maker' });
  const taker = await ensureCustomer({ ...content.taker, nickname: 'Demo market taker' });
  const { seed, anchor } = content;
  return {
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
