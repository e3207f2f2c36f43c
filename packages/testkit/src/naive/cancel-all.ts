import type { CancelAll } from '@fft/engine';
import { isWellFormed } from './forms.ts';
import { startCancelAll, runPendingWork } from './time.ts';
import type { World } from './world.ts';

/** Cancels an owner's orders in a market or in all; in halted ones only if `always`. */
export function cancelAll(world: World, command: CancelAll): void {
  const { owner, market } = command;
  const stateOf = (id: number) => world.markets[id]?.rules.state;
  if (market !== 'all' && !world.hasMarket(market)) return world.listener.rejected(command, 'unknownMarket');
  if (!isWellFormed(command)) return world.listener.rejected(command, 'malformed');
  const isAllowed = (id: number) => command.always === true || stateOf(id) !== 'halted';
  if (market !== 'all' && !isAllowed(market)) return world.listener.rejected(command, 'marketNotOpen');
  const all = world.markets.map(({ id }) => id);
  const markets = all.filter((id) => (market === 'all' || id === market) && isAllowed(id));
  startCancelAll(world, owner, markets, 'byOwner');
  runPendingWork(world);
}
