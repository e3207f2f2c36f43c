import type { CancelAll } from '@fft/engine';
import { isWellFormed } from './forms.ts';
import { startCancelAll, runPendingWork } from './time.ts';
import type { World } from './world.ts';

/** Cancels an owner's orders in a market, or in all that aren't halted. */
export function cancelAll(world: World, command: CancelAll): void {
  const { owner, market } = command;
  const stateOf = (id: number) => world.markets[id]?.rules.state;
  if (market !== 'all' && !world.hasMarket(market)) return world.listener.rejected(command, 'unknownMarket');
  if (!isWellFormed(command)) return world.listener.rejected(command, 'malformed');
  if (market !== 'all' && stateOf(market) === 'halted') return world.listener.rejected(command, 'marketNotOpen');
  const all = world.markets.map(({ id }) => id);
  const markets = all.filter((id) => (market === 'all' || id === market) && stateOf(id) !== 'halted');
  startCancelAll(world, owner, markets, 'byOwner');
  runPendingWork(world);
}
