import { consoleCalls, type ListedMarket } from '@fft/console-contract';
import type { Directory } from '../ledger/listings/directory.ts';
import { formatPrice, formatQuantity, type MarketView } from '../ledger/listings/market-view.ts';
import type { EngineHost } from '../ledger/replica/engine-host.ts';
import type { MarketBoard, MarketTerms, RateBook } from '../markets/index.ts';
import type { Valuation } from '../assets/prices/valuation.ts';
import { formatUsdt } from '../assets/prices/valuation.ts';
import type { Approvals, ExecuteActs } from './approvals.ts';
import type { Bind } from './bind.ts';
import { bindRates } from './rates.ts';

export interface MarketsOptions {
  readonly host: EngineHost;
  readonly directory: Directory;
  readonly board: Pick<MarketBoard, 'day'>;
  readonly valuation: Valuation;
  readonly terms: MarketTerms;
  readonly rates: Readonly<Record<string, string>>;
  readonly rateBook: RateBook;
  readonly approvals: Pick<Approvals, 'propose'>;
  readonly now: () => number;
}

const set = { state: 'set' } as const;
const waitsForSecond = { state: 'waitsForSecond' } as const;

/** Binds the calls about assets and markets. */
export function bindMarkets(bind: Bind, options: MarketsOptions): void {
  const { host, directory, terms, approvals } = options;
  const { markets } = consoleCalls;
  const { engine } = host;

  bind(markets.list, () => ({
    assets: engine.assets.map(({ code, decimals }) => assetOf(directory, code, decimals)),
    markets: directory.markets().map((view) => marketOf(options, view)),
    rates: Object.entries(options.rates).map(([unit, perUsdt]) => ({ unit, perUsdt })),
  }));
  bind(markets.listAsset, async (input, by) => {
    const asset = await terms.listAsset(input, { operator: by.name });
    if (asset === null) return set;
    await approvals.propose(by, { act: 'assetListing', target: `asset ${asset.code}`, input: asset });
    return waitsForSecond;
  });
  bind(markets.openMarket, async (input, by) => {
    const market = await terms.openMarket(input, { operator: by.name });
    if (market === null) return set;
    await approvals.propose(by, { act: 'marketListing', target: `market ${market.symbol}`, input: market });
    return waitsForSecond;
  });
  bind(markets.setState, async ({ symbol, state }, by) => {
    const change = await terms.setState({ symbol, after: state }, { operator: by.name });
    if (change === null) return set;
    await approvals.propose(by, { act: 'marketOpening', target: `market ${symbol}`, input: change });
    return waitsForSecond;
  });
  bind(markets.setLimits, async (input, by) => {
    const change = await terms.setLimits(input, { operator: by.name });
    if (change === null) return set;
    await approvals.propose(by, { act: 'marketLimits', target: `market ${change.symbol}`, input: change });
    return waitsForSecond;
  });
  bindRates(bind, options);
}

/** What two operators agreed to about assets and markets. */
export function createMarketApprovals(terms: MarketTerms): Pick<ExecuteActs, MarketAct> {
  return {
    assetListing: async (input, { by, agreement }) => {
      await terms.listAsset(input, { operator: by.name, agreement });
      return {};
    },
    marketListing: async (input, { by, agreement }) => {
      await terms.openMarket(input, { operator: by.name, agreement });
      return {};
    },
    marketOpening: async ({ symbol, before, after }, { by, agreement }) => {
      await terms.setState({ symbol, after }, { operator: by.name, agreement }, before);
      return {};
    },
    marketLimits: async ({ symbol, before, after }, { by, agreement }) => {
      await terms.setLimits({ symbol, ...after }, { operator: by.name, agreement }, before);
      return {};
    },
  };
}

type MarketAct = 'assetListing' | 'marketListing' | 'marketOpening' | 'marketLimits';

function assetOf(directory: Directory, code: string, decimals: number) {
  const { name, fiat } = directory.describe(code);
  return { code, decimals, zh: name.zh, en: name.en, fiat };
}

function marketOf({ host, board, terms, valuation, now }: MarketsOptions, view: MarketView): ListedMarket {
  const { rules } = view;
  const last = host.engine.lastPriceTicks(view.id);
  const volume = valuation.usdtUnits(view.quote.code, board.day(view.id, now()).turnover);
  return {
    symbol: rules.symbol,
    state: rules.state,
    tick: formatPrice(view, 1),
    lot: formatQuantity(view, 1),
    ...terms.figures(view),
    last: last === 0 ? null : formatPrice(view, last),
    volume: volume === null ? null : formatUsdt(volume),
  };
}
