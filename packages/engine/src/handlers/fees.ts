import type { SetFees } from '../command.ts';
import { million } from '../fees/fee.ts';
import { isCount, isCustomer } from '../rules/form.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

/** Sets or removes a customer's fee override. */
export function setFees(state: State, command: SetFees): void {
  const { owner, makerFeePpm, takerFeePpm } = command;
  const isReset = makerFeePpm === -1 && takerFeePpm === -1;
  const areValidRates = [makerFeePpm, takerFeePpm].every((rate) => isCount(rate) && rate <= million);
  if (!isCount(command.time) || !isCustomer(owner) || !(isReset || areValidRates)) {
    return state.listener.rejected(command, 'malformed');
  }
  state.fees.set(owner, isReset ? null : { makerFeePpm, takerFeePpm });
  for (const { id } of state.markets) {
    const marketAccount = state.marketAccounts.find(owner, id);
    if (marketAccount !== none) state.marketAccounts.setFees(marketAccount, state.fees.slotOf(owner));
  }
}
