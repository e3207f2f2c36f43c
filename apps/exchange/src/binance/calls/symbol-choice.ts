import { ApiError } from '../api-error.ts';
import { invalidCombination } from '../errors.ts';
import type { NamedMarket, Symbols } from '../symbols.ts';
import { statusNames, symbolStatus } from './symbol-status.ts';
import { oneOf, symbol, symbolList } from './param-types.ts';
import { optional, type InputOf } from './params.ts';

/** Parameters of a call about one market, several, or all. */
export const symbolChoice = {
  symbol: optional(symbol),
  symbols: optional(symbolList),
  symbolStatus: optional(oneOf(statusNames, [-1122, 'Invalid symbolStatus.'])),
};

export type SymbolChoice = InputOf<typeof symbolChoice>;

/** Answers for the one market that was named, or with a list. */
export function answerFor(
  symbols: Symbols,
  { symbol: one, symbols: several, symbolStatus: status }: SymbolChoice,
  answer: (market: NamedMarket) => unknown,
): unknown {
  if (one !== undefined && several !== undefined) throw invalidCombination();
  const hasStatus = ({ view }: NamedMarket) => status === undefined || symbolStatus[view.rules.state] === status;
  if (one === undefined) {
    const chosen = several === undefined ? symbols.all() : several.map((name) => symbols.find(name));
    return chosen.filter(hasStatus).map(answer);
  }
  const market = symbols.find(one);
  if (!hasStatus(market))
    throw new ApiError(400, -1220, "The symbol's status does not match the requested symbolStatus.");
  return answer(market);
}

/** Like {@link answerFor} for a call that does not answer for all markets. */
export function requireChoice({ symbol: one, symbols: several }: SymbolChoice): void {
  if (one !== undefined || several !== undefined) return;
  throw new ApiError(400, -1128, "Mandatory parameter 'symbol' or 'symbols' was not sent.");
}

/** How many markets are named; 0 for all. */
export function countOf({ symbol: one, symbols: several }: Pick<SymbolChoice, 'symbol' | 'symbols'>): number {
  return one === undefined ? (several?.length ?? 0) : 1;
}
