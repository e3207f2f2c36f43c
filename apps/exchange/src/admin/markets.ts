import { consoleCalls, type ListedMarket } from '@fft/console-contract';
import { Code, type CallParameters } from '@fft/contract';
import { limitsOf, defaultMaxFills, defaultMaxIcebergParts, type MarketRules } from '@fft/engine';
import type { Kysely } from 'kysely';
import { auditFirst } from '../audit/audit.ts';
import type { Tables } from '../database/tables.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { FeeService } from '../funds/fees/index.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import { MarketRulesError, marketRulesOf } from '../ledger/listings/market-rules.ts';
import { formatPrice, formatQuantity, formatQuote, type MarketView } from '../ledger/listings/market-view.ts';
import { nameAsset } from '../markets/listing/names.ts';
import type { MarketBoard } from '../markets/index.ts';
import type { Valuation } from '../markets/prices/valuation.ts';
import { formatUsdt } from '../markets/prices/valuation.ts';
import type { CustomerService } from '../accounts/index.ts';
import type { EngineHost } from '../ledger/replica/engine-host.ts';
import type { Gateway, Untimed } from '../ledger/gateway.ts';
import { refusalOf, refuseUnavailable } from '../ledger/refusals.ts';
import type { Approvals } from './approvals.ts';
import type { Bind } from './bind.ts';
import { bindRates, type RateBook } from './rates.ts';

export interface MarketsOptions {
  readonly db: Kysely<Tables>;
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly directory: Directory;
  readonly board: Pick<MarketBoard, 'day'>;
  readonly valuation: Valuation;
  readonly customers: Pick<CustomerService, 'read'>;
  readonly fees: Pick<FeeService, 'setOwn'>;
  readonly rates: Readonly<Record<string, string>>;
  readonly rateBook: RateBook;
  readonly approvals: Pick<Approvals, 'propose'>;
  readonly now: () => number;
}

interface Done {
  readonly operator: string;
  readonly act: string;
  readonly target: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Binds the calls about assets and markets. */
export function bindMarkets(bind: Bind, options: MarketsOptions): void {
  const { db, host, directory, now } = options;
  const { markets } = consoleCalls;
  const { engine } = host;
  const does = (act: Done, command: Untimed) => auditFirst(db, { time: now(), ...act }, () => submit(options, command));
  const known = (symbol: string): MarketView => {
    const view = directory.market(symbol);
    if (view === null) throw new Refusal(Code.notFound, 'unknownMarket');
    return view;
  };

  bind(markets.list, () => ({
    assets: engine.assets.map(({ code, decimals }) => assetOf(directory, code, decimals)),
    markets: directory.markets().map((view) => marketOf(options, view)),
    rates: Object.entries(options.rates).map(([unit, perUsdt]) => ({ unit, perUsdt })),
  }));
  bind(markets.listAsset, async ({ code, decimals, zh, en, fiat }, by) => {
    if (directory.assetId(code) !== null) throw new Refusal(Code.conflict, 'assetListed');
    // The name first: a name without a listed asset does no harm.
    await nameAsset(db, { code, name: { zh, en }, fiat });
    const act = { operator: by.name, act: 'asset.open', target: `asset ${code}`, after: { decimals, zh, en, fiat } };
    await does(act, { type: 'openAsset', asset: { code, decimals } });
    return { code, decimals, zh, en, fiat };
  });
  bind(markets.openMarket, async (input, by) => {
    if (directory.market(input.symbol) !== null) throw new Refusal(Code.conflict, 'marketListed');
    const act = { operator: by.name, act: 'market.open', target: `market ${input.symbol}`, after: input };
    await does(act, { type: 'openMarket', market: rulesOf(options, input) });
    return marketOf(options, known(input.symbol));
  });
  bind(markets.setState, async ({ symbol, state }, by) => {
    const { id, rules } = known(symbol);
    const before = { state: rules.state };
    const act = { operator: by.name, act: 'market.setState', target: `market ${symbol}`, before, after: { state } };
    await does(act, { type: 'setMarketState', market: id, state });
    return marketOf(options, known(symbol));
  });
  bind(markets.setLimits, async ({ symbol, ...input }, by) => {
    const view = known(symbol);
    const steps = { tick: formatPrice(view, 1), lot: formatQuantity(view, 1) };
    const bounds = {
      maxFills: input.maxFills ?? view.rules.maxFillsPerCommand ?? defaultMaxFills,
      maxIcebergParts: input.maxIcebergParts ?? view.rules.maxIcebergParts ?? defaultMaxIcebergParts,
    };
    const rules = rulesOf(options, { symbol, ...steps, ...input, ...bounds, state: view.rules.state });
    const limits = { ...limitsOf(rules), minQuantityLots: view.rules.minQuantityLots };
    const before = limitsOf(view.rules);
    const act = { operator: by.name, act: 'market.setLimits', target: `market ${symbol}`, before, after: limits };
    await does(act, { type: 'setMarketLimits', market: view.id, limits });
    return marketOf(options, known(symbol));
  });
  bind(markets.setCustomerFees, async ({ customer, makerPpm, takerPpm }, by) => {
    if ((await options.customers.read(customer)) === null) throw new Refusal(Code.notFound, 'unknownCustomer');
    const isReset = makerPpm === -1 && takerPpm === -1;
    if (!isReset && Math.min(makerPpm, takerPpm) < 0)
      throw new Refusal(Code.badRequest, 'marketRules', { values: { problem: 'malformed' } });
    await options.fees.setOwn({ customer, operator: by.name }, isReset ? null : { makerPpm, takerPpm });
    return null;
  });
  bindRates(bind, options);
}

/** @throws Refusal 400 for invalid market rules */
function rulesOf({ host }: MarketsOptions, input: CallParameters<typeof consoleCalls.markets.openMarket>): MarketRules {
  const { symbol, tick, lot, maxQuantity, minAmount, maxAmount } = input;
  try {
    const seed = { symbol: symbol as `${string}/${string}`, tick, lot, maxQuantity, minNotional: minAmount };
    return {
      ...marketRulesOf({ ...seed, maxNotional: maxAmount }, host.engine.assets),
      makerFeePpm: input.makerPpm,
      takerFeePpm: input.takerPpm,
      bandPpm: input.bandPpm,
      collarPpm: input.collarPpm,
      maxOpenOrders: input.maxOpenOrders,
      maxFillsPerCommand: input.maxFills,
      maxIcebergParts: input.maxIcebergParts,
      volatilityPpm: input.volatilityPpm,
      haltMs: input.haltSeconds * 1000,
      auctionMs: input.auctionSeconds * 1000,
      state: input.state,
    };
  } catch (error) {
    if (!(error instanceof MarketRulesError)) throw error;
    const problem = error.message;
    const fields = { [fieldNames[error.field]]: problem };
    throw new Refusal(Code.badRequest, 'marketRules', { values: { problem }, data: { fields } });
  }
}

/** The call's names of a market's figures. */
const fieldNames = {
  symbol: 'symbol',
  tick: 'tick',
  lot: 'lot',
  maxQuantity: 'maxQuantity',
  minNotional: 'minAmount',
  maxNotional: 'maxAmount',
} as const;

async function submit({ gateway }: MarketsOptions, command: Untimed): Promise<void> {
  const outcome = await gateway.submit(command).catch(refuseUnavailable);
  if (outcome.kind === 'rejected') {
    if (outcome.reason !== 'malformed') throw refusalOf(outcome.reason);
    throw new Refusal(Code.badRequest, 'marketRules', { values: { problem: 'malformed' } });
  }
}

function assetOf(directory: Directory, code: string, decimals: number) {
  const { name, fiat } = directory.describe(code);
  return { code, decimals, zh: name.zh, en: name.en, fiat };
}

function marketOf({ host, board, valuation, now }: MarketsOptions, view: MarketView): ListedMarket {
  const { rules } = view;
  const last = host.engine.lastPriceTicks(view.id);
  const volume = valuation.usdtUnits(view.quote.code, board.day(view.id, now()).turnover);
  return {
    symbol: rules.symbol,
    state: rules.state,
    tick: formatPrice(view, 1),
    lot: formatQuantity(view, 1),
    minAmount: formatQuote(view, rules.minNotional),
    maxAmount: formatQuote(view, rules.maxNotional),
    maxQuantity: formatQuantity(view, rules.maxQuantityLots),
    makerPpm: rules.makerFeePpm,
    takerPpm: rules.takerFeePpm,
    bandPpm: rules.bandPpm,
    collarPpm: rules.collarPpm,
    maxOpenOrders: rules.maxOpenOrders,
    maxFills: rules.maxFillsPerCommand ?? 0,
    maxIcebergParts: rules.maxIcebergParts ?? 0,
    volatilityPpm: rules.volatilityPpm ?? 0,
    haltSeconds: Math.ceil((rules.haltMs ?? 0) / 1000),
    auctionSeconds: Math.ceil((rules.auctionMs ?? 0) / 1000),
    last: last === 0 ? null : formatPrice(view, last),
    volume: volume === null ? null : formatUsdt(volume),
  };
}
