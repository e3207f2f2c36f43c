import { calls } from '@fft/contract';
import { route } from '../../transport/http/route.ts';
import type { WithdrawalArea } from './area.ts';
import { cancelWithdrawal } from './cancel.ts';
import { sendWithdrawalCode } from './coins-email.ts';
import { liftCoins, liftDetail } from './coins.ts';
import { withdrawalHistory } from './history.ts';
import { withdrawalLimits } from './limits.ts';
import { submitWithdrawal } from './submit.ts';

/** Binds the calls that take money out. */
export function serveWithdrawals(area: WithdrawalArea): void {
  const { api } = area;
  const { withdrawals } = calls;
  route(api, withdrawals.conis, liftCoins(area));
  route(api, withdrawals.limits, withdrawalLimits(area));
  route(api, withdrawals.detail, liftDetail(area));
  route(api, withdrawals.coinsemail, sendWithdrawalCode(area));
  route(api, withdrawals.submit, submitWithdrawal(area));
  route(api, withdrawals.cancel, cancelWithdrawal(area));
  route(api, withdrawals.history, withdrawalHistory(area));
}
