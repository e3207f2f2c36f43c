import type { OwnEvmNetwork } from '@fft/chains';
import type { Market } from '@fft/contract';
import type { AssetId, AssetRules, MarketId, MatchingEngine } from '@fft/engine';
import { marketWire, viewMarket, type MarketView } from './market-view.ts';
import { type AssetSeed, knownAssets } from './seeds.ts';
import { TokenList } from './token-list.ts';

/** Finds assets and markets by the names that people use. Reads the engine's listings. */
export class Directory {
  readonly #engine: Pick<MatchingEngine, 'assets' | 'markets' | 'marketRules'>;
  #views: MarketView[] = [];
  #bySymbol = new Map<string, MarketView>();
  #named: ReadonlyMap<string, AssetSeed> = new Map();
  /** Tokens that operators listed, and networks that settings describe. */
  readonly tokens: TokenList;

  constructor(
    engine: Pick<MatchingEngine, 'assets' | 'markets' | 'marketRules'>,
    networks: readonly OwnEvmNetwork[] = [],
  ) {
    this.#engine = engine;
    this.tokens = new TokenList(networks);
  }

  assetId(code: string): AssetId | null {
    const index = this.#engine.assets.findIndex((asset) => asset.code === code);
    return index < 0 ? null : index;
  }

  asset(id: AssetId): AssetRules {
    const asset = this.#engine.assets[id];
    if (!asset) throw new Error(`asset ${id} isn't listed`);
    return asset;
  }

  /** The codes of all listed assets. */
  codes(): readonly string[] {
    return this.#engine.assets.map(({ code }) => code);
  }

  /** Takes over the names that operators gave to listed assets. */
  learnNames(assets: readonly AssetSeed[]): void {
    this.#named = new Map(assets.map((asset) => [asset.code, asset]));
  }

  /** Names and kind of an asset; without a name its code is shown. */
  describe(code: string): AssetSeed {
    const seed = knownAssets.find((asset) => asset.code === code) ?? this.#named.get(code);
    return seed ?? { code, decimals: 0, name: { zh: code, en: code }, fiat: false };
  }

  /** True if a code is listed and is not a fiat currency. */
  isCoin(code: string): boolean {
    return this.assetId(code) !== null && !this.describe(code).fiat;
  }

  /** True if a coin is listed with the decimals that the code or its tokens know of it: with others, a proof of a withdrawal would name another amount. */
  isCoinOfChains(code: string): boolean {
    const asset = this.assetId(code);
    const known = knownAssets.find((one) => one.code === code);
    if (asset === null || (known ?? this.describe(code)).fiat) return false;
    return (known?.decimals ?? this.tokens.decimalsOf(code)) === this.asset(asset).decimals;
  }

  markets(): readonly MarketView[] {
    const rules = this.#engine.markets;
    const stale = rules.length !== this.#views.length || rules.some((market, id) => this.#views[id]?.rules !== market);
    if (stale) {
      this.#views = rules.map((market, id) => viewMarket(id, market, this.#engine.assets));
      this.#bySymbol = new Map(this.#views.map((view) => [view.rules.symbol, view]));
    }
    return this.#views;
  }

  market(symbol: string): MarketView | null {
    const known = this.#bySymbol.get(symbol);
    if (known) return this.marketById(known.id);
    // It may have been opened since.
    this.markets();
    return this.#bySymbol.get(symbol) ?? null;
  }

  /** Called several times per order: checks only this market, and reuses its view while its rules are unchanged. */
  marketById(id: MarketId): MarketView {
    const known = this.#views[id];
    if (known && known.rules === this.#engine.marketRules(id)) return known;
    const view = this.markets()[id];
    if (!view) throw new Error(`market ${id} isn't open`);
    return view;
  }

  /** The tab that shows a market: its quote coin, or FIAT. */
  group(view: MarketView): string {
    return this.describe(view.quote.code).fiat ? 'FIAT' : view.quote.code;
  }

  wire(view: MarketView): Market {
    return marketWire(view, { group: this.group(view), kind: this.describe(view.base.code).kind });
  }
}
