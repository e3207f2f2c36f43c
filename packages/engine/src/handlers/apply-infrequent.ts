import type {
  AmendOrder,
  CancelOrder,
  Command,
  OpenAsset,
  OpenMarket,
  PlaceOrder,
  SetMarketLimits,
  SetMarketState,
  Tick,
} from '../command.ts';
import { isCount } from '../rules/form.ts';
import type { State } from '../state/state.ts';
import { cancelAll } from './cancel.ts';
import { convert } from './convert.ts';
import { armDeadMan } from './dead-man.ts';
import { setFees } from './fees.ts';
import { openAsset, openMarket, setMarketLimits, setMarketState } from './listing.ts';
import { deposit, transfer } from './money.ts';
import { placePair } from './place-pair.ts';
import { holdWithdrawal, releaseWithdrawal, settleWithdrawal } from './withdrawal.ts';

/** Applies the commands outside the hot path. */
export function applyInfrequent(state: State, command: Exclude<Command, PlaceOrder | CancelOrder | AmendOrder>): void {
  switch (command.type) {
    case 'placePair':
      return placePair(state, command);
    case 'convert':
      return convert(state, command);
    case 'cancelAll':
      return cancelAll(state, command);
    case 'armDeadMan':
      return armDeadMan(state, command);
    case 'setFees':
      return setFees(state, command);
    case 'deposit':
      return deposit(state, command);
    case 'transfer':
      return transfer(state, command);
    case 'holdWithdrawal':
      return holdWithdrawal(state, command);
    case 'settleWithdrawal':
      return settleWithdrawal(state, command);
    case 'releaseWithdrawal':
      return releaseWithdrawal(state, command);
    default:
      return applyListing(state, command);
  }
}

/** Applies operators' commands, and ticks. */
function applyListing(state: State, command: OpenAsset | OpenMarket | SetMarketState | SetMarketLimits | Tick): void {
  switch (command.type) {
    case 'openAsset':
      return openAsset(state, command);
    case 'openMarket':
      return openMarket(state, command);
    case 'setMarketState':
      return setMarketState(state, command);
    case 'setMarketLimits':
      return setMarketLimits(state, command);
    default:
      // A tick has no effect beyond its time.
      if (command.type !== 'tick' || !isCount(command.time)) state.listener.rejected(command, 'malformed');
  }
}
