/** Methods that ccxt has for Binance and that do not work here, by pattern, with the reason that the page shows. */
const reasons: readonly (readonly [methods: RegExp, reason: string])[] = [
  [
    /^(cancelOrders|createOrders|editOrders|createReduceOnlyOrder|fetchOpenOrder|fetch(Balance|OrderBook|Ticker)Ws)$/,
    'ccxt has it for contracts alone',
  ],
  [/^fetchTransactionFees?$/, 'ccxt deprecates it; use fetchDepositWithdrawFees'],
  [/^(watchOrdersForSymbols|fetchCurrenciesWs)$/, 'ccxt announces it without code'],
  [/^createMarketSellOrderWithCost$/, 'market orders sell a quantity'],
  [/^createTrailing/, 'no orders whose trigger follows the price'],
  [/Convert/, 'no conversions at a quoted price; use market orders'],
  [/^(transfer|fetchTransfers)$/, 'keys trade in one account; a person moves coins between accounts'],
  [/^fetchLedger/, 'ccxt offers it for options only'],
  [
    /Margin|Borrow|Leverage|Funding|Position|Liquidation|Greeks|OpenInterest|Mark(OHLCV|Price)|Index|ADL|Settlement|LongShort|Option/,
    'no futures, options or margin',
  ],
];

/** Why a method is not served; null if no reason is known. */
export function reasonAgainst(method: string): string | null {
  return reasons.find(([methods]) => methods.test(method))?.[1] ?? null;
}
