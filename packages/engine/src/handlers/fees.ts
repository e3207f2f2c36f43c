import type { SetFees } from '../command.ts';
import { areRatesAllowed } from '../fees/allowed-rates.ts';
import { million } from '../fees/fee.ts';
import { isCount, isCustomer } from '../rules/form.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';

/** Sets or removes a customer's fee override. */
export function setFees(state: State, command: SetFees): void {
  const { owner, makerFeePpm, takerFeePpm } = command;
  const { fees, marketAccounts } = state;
  const isReset = makerFeePpm === -1 && takerFeePpm === -1;
  const areValidRates = [makerFeePpm, takerFeePpm].every((rate) => isCount(rate) && rate <= million);
  const isRight = isCount(command.time) && isCustomer(owner) && (isReset || areValidRates);
  if (!isRight || !areRatesAllowed(command, command)) return state.listener.rejected(command, 'malformed');
  const next = isReset ? null : { makerFeePpm, takerFeePpm };
  const accounts = state.markets.map(({ id }) => marketAccounts.find(owner, id)).filter((one) => one !== none);
  const count = accounts.reduce((sum, one) => sum + marketAccounts.openCountOf(one), 0);
  if (command.feeProtection === true) fees.set(owner, next, { upTo: state.lastOrderId, count });
  else fees.setForAll(owner, next);
  for (const marketAccount of accounts) marketAccounts.setFees(marketAccount, fees.slotOf(owner));
}
