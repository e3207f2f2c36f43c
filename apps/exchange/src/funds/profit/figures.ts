import type { CallOutput, calls } from '@fft/contract';
import { divideToPlaces, formatDecimal } from '@fft/decimal';
import type { Directory } from '../../ledger/listings/directory.ts';
import { formatUsdt, usdtPlaces, type Valuation } from '../../assets/prices/valuation.ts';
import type { CoinTotals, MarketTotals, Method, ProfitState } from './state.ts';

type Figures = NonNullable<CallOutput<typeof calls.profit.summary>['figures']>;
type CoinFigures = Figures['coins'][number];

/** Prices have twice the decimals of worths: some coins cost less than a millionth. */
const pricePlaces = 2 * usdtPlaces;

export interface FiguresSource {
  readonly directory: Directory;
  readonly valuation: Valuation;
}

interface Sums {
  value: bigint;
  cost: bigint;
  realised: bigint;
  unrealised: bigint;
  fees: bigint;
}

/** Formats what was counted, with what is still there valued at the last prices. */
export function figuresOf(
  { coins, markets, invested, unknownFlows }: ProfitState,
  { directory, valuation }: FiguresSource,
  { method, unit }: { readonly method: Method; readonly unit: string },
): Figures {
  const sums: Sums = { value: 0n, cost: 0n, realised: 0n, unrealised: 0n, fees: 0n };
  const coinFigures = [...coins]
    .map(([asset, totals]) => coinFiguresOf({ directory, valuation }, { asset, totals, method }, sums))
    .toSorted((one, other) => Number(other.value ?? -1) - Number(one.value ?? -1) || (one.coin < other.coin ? -1 : 1));
  const marketFigures = [...markets].map(([key, totals]) => marketFiguresOf(directory, key, totals, method));
  const { value, cost, realised, unrealised, fees } = sums;
  return {
    totals: {
      value: formatUsdt(value),
      cost: formatUsdt(cost),
      realised: formatUsdt(realised),
      unrealised: formatUsdt(unrealised),
      fees: formatUsdt(fees),
      invested: formatUsdt(invested),
      isWhole:
        unknownFlows === 0 && coinFigures.every(({ value: known, unknown }) => known !== null && Number(unknown) === 0),
    },
    local: {
      unit,
      value: valuation.local(value, unit),
      realised: valuation.local(realised, unit),
      unrealised: valuation.local(unrealised, unit),
    },
    coins: coinFigures,
    markets: marketFigures.toSorted((one, other) => (one.symbol < other.symbol ? -1 : 1)),
  };
}

function coinFiguresOf(
  { directory, valuation }: FiguresSource,
  { asset, totals, method }: { readonly asset: number; readonly totals: CoinTotals; readonly method: Method },
  sums: Sums,
): CoinFigures {
  const { code, decimals } = directory.asset(asset);
  const { quantity, fees } = totals;
  const { realised, unknown, unknownSold, ...ofMethod } = totals[method];
  const isUnit = code === 'USDT';
  const cost = isUnit ? quantity : ofMethod.cost;
  const known = quantity - unknown;
  const value = valuation.usdtUnits(code, quantity);
  const valueOfKnown = valuation.usdtUnits(code, known);
  const unrealised = valueOfKnown === null ? null : valueOfKnown - cost;
  sums.value += value ?? 0n;
  sums.cost += cost;
  sums.realised += realised;
  sums.unrealised += unrealised ?? 0n;
  sums.fees += fees;
  return {
    coin: code,
    quantity: formatDecimal(quantity, decimals),
    cost: formatUsdt(cost),
    average: priceOf(cost, known, decimals),
    value: value === null ? null : formatUsdt(value),
    realised: formatUsdt(realised),
    unrealised: unrealised === null ? null : formatUsdt(unrealised),
    fees: formatUsdt(fees),
    unknown: formatDecimal(unknown, decimals),
    unknownSold: formatDecimal(unknownSold, decimals),
  };
}

function marketFiguresOf(directory: Directory, key: string, totals: MarketTotals, method: Method) {
  const [base = -1, quote = -1] = key.split('/').map(Number);
  const { code, decimals } = directory.asset(base);
  const { bought, boughtWorth, sold, soldWorth, fees } = totals;
  return {
    symbol: `${code}/${directory.asset(quote).code}`,
    bought: formatDecimal(bought, decimals),
    averageBought: priceOf(boughtWorth, bought, decimals),
    sold: formatDecimal(sold, decimals),
    averageSold: priceOf(soldWorth, sold, decimals),
    fees: formatUsdt(fees),
    realised: formatUsdt(totals[method]),
  };
}

/** USDT for one coin, rounded half-even; null without any. */
export function priceOf(worth: bigint, units: bigint, decimals: number): string | null {
  if (units === 0n) return null;
  const cost = { units: worth, places: usdtPlaces };
  return formatDecimal(divideToPlaces(cost, { units, places: decimals }, pricePlaces), pricePlaces, { trim: true });
}
