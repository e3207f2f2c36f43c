import { parseDecimal } from '@fft/decimal';
import type { MarketView } from './market-view.ts';

/** A whole number of steps, or why there is none. A returned number can be printed again. */
export type Steps = number | 'offStep' | 'tooLarge';

/** Ticks in a price. */
export function priceTicksOf(text: string, { pricePlaces, tickMantissa }: MarketView): Steps {
  return stepsOf(text, pricePlaces, tickMantissa);
}

/** Lots in a quantity. */
export function quantityLotsOf(text: string, { quantityPlaces, lotMantissa }: MarketView): Steps {
  return stepsOf(text, quantityPlaces, lotMantissa);
}

/** Quote units in an amount. */
export function quoteUnitsOf(text: string, { quote }: MarketView): Steps {
  return stepsOf(text, quote.decimals, 1);
}

function stepsOf(text: string, places: number, mantissa: number): Steps {
  const parsed = parseDecimal(text, places);
  if (parsed.ok) return parsed.units % mantissa === 0 ? parsed.units / mantissa : 'offStep';
  return parsed.reason === 'tooLarge' ? 'tooLarge' : 'offStep';
}
