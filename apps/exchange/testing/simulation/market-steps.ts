import type { Command, MarketRules } from '@fft/engine';
import { streamMarkets } from '@fft/testkit';

export interface MarketSteps {
  /** The tick in decimal form, for reports. */
  readonly tick: string;
  readonly rules: Pick<MarketRules, 'unitsPerLot' | 'unitsPerTickLot'>;
}

const [crowded] = streamMarkets;

/** Ticks and lots of the market with the most orders (BTC of 8 decimals, USDT of 6): few of them are powers of ten. */
export const marketSteps = [
  { tick: '0.5', rules: { unitsPerLot: 1000, unitsPerTickLot: 5 } },
  { tick: '0.05', rules: { unitsPerLot: 6000, unitsPerTickLot: 3 } },
  { tick: '10', rules: { unitsPerLot: 700, unitsPerTickLot: 70 } },
] as const satisfies readonly MarketSteps[];

/** Returns the steps of a seed's crowded market; neighbouring seeds have different ones. */
export function stepsOf(seed: number): MarketSteps {
  return marketSteps[seed % marketSteps.length] ?? marketSteps[0];
}

/** Sets these steps in the crowded market of a stream's opening commands. */
export function applySteps(opening: readonly Command[], { rules }: MarketSteps): Command[] {
  return opening.map((command) =>
    command.type === 'openMarket' && command.market.symbol === crowded?.symbol
      ? { ...command, market: { ...command.market, ...rules } }
      : command,
  );
}
