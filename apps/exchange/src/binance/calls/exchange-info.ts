import { places } from '../decimals.ts';
import { invalidCombination, invalidData } from '../errors.ts';
import { orderTypeNames, preventionNames, refusedTerms } from '../order-names.ts';
import type { NamedMarket, Symbols } from '../symbols.ts';
import { publicCall, type BinanceCall } from './call.ts';
import { flag, oneOf, symbol, symbolList } from './param-types.ts';
import { optional, withDefault } from './params.ts';
import type { placeParams } from './orders/order-params.ts';
import { symbolFilters } from './symbol-filters.ts';
import { statusNames, symbolStatus } from './symbol-status.ts';

const permissionSets = [['SPOT']];

export interface ExchangeInfoParts {
  readonly symbols: Symbols;
  readonly rateLimits: () => readonly object[];
  readonly now: () => number;
}

/** The markets with their rules. */
export function exchangeInfo({ symbols, rateLimits, now }: ExchangeInfoParts): BinanceCall {
  return publicCall({
    rest: ['GET', '/api/v3/exchangeInfo'],
    ws: 'exchangeInfo',
    weight: 20,
    params: {
      symbol: optional(symbol),
      symbols: optional(symbolList),
      permissions: optional(permissionNames),
      showPermissionSets: withDefault(flag, true),
      symbolStatus: optional(oneOf(statusNames, [-1122, 'Invalid symbolStatus.'])),
    },
    handle: ({ symbol: one, symbols: several, permissions, showPermissionSets, symbolStatus: status }, { at }) => {
      const named = one === undefined ? several : [one];
      const choices = [one, several, permissions ?? status].filter((choice) => choice !== undefined);
      if (choices.length > 1) throw invalidCombination();
      const chosen = named === undefined ? symbols.all() : named.map((name) => symbols.find(name));
      return {
        timezone: 'UTC',
        serverTime: at(now()),
        rateLimits: rateLimits(),
        exchangeFilters: [],
        symbols: chosen
          .filter(({ view }) => status === undefined || symbolStatus[view.rules.state] === status)
          .filter(() => permissions?.includes('SPOT') !== false)
          .map((market) => symbolInfo(market, showPermissionSets)),
      };
    },
  });
}

/** One name, or a list as JSON. */
function permissionNames(text: string): readonly string[] {
  const names = text.replaceAll(/[["\]\s]/g, '').split(',');
  const isKnown = names.every((name) => /^(SPOT|MARGIN|LEVERAGED|TRD_GRP_\d{3})$/.test(name));
  if (!isKnown) throw invalidData('permissions');
  return names;
}

const isTaken = (param: keyof typeof placeParams): boolean => !(param in refusedTerms);

function symbolInfo({ view, symbol: name }: NamedMarket, showsPermissionSets: boolean) {
  const { rules, base, quote } = view;
  return {
    symbol: name,
    status: symbolStatus[rules.state],
    baseAsset: base.code,
    baseAssetPrecision: Math.max(places, base.decimals),
    quoteAsset: quote.code,
    quotePrecision: Math.max(places, quote.decimals),
    quoteAssetPrecision: Math.max(places, quote.decimals),
    baseCommissionPrecision: Math.max(places, base.decimals),
    quoteCommissionPrecision: Math.max(places, quote.decimals),
    orderTypes: orderTypeNames,
    icebergAllowed: isTaken('icebergQty'),
    ocoAllowed: true,
    otoAllowed: false,
    opoAllowed: false,
    quoteOrderQtyMarketAllowed: isTaken('quoteOrderQty'),
    allowTrailingStop: isTaken('trailingDelta'),
    cancelReplaceAllowed: true,
    amendAllowed: true,
    pegInstructionsAllowed: isTaken('pegPriceType'),
    isSpotTradingAllowed: true,
    isMarginTradingAllowed: false,
    filters: symbolFilters(view),
    permissions: [],
    ...(showsPermissionSets && { permissionSets }),
    defaultSelfTradePreventionMode: preventionNames.cancelNewest,
    allowedSelfTradePreventionModes: Object.values(preventionNames),
  };
}
