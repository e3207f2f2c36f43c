import { calls } from '@fft/contract';
import { route } from '../../transport/http/route.ts';
import type { WithdrawalArea } from './area.ts';
import { cancelWithdrawal } from './cancel.ts';
import { sendWithdrawalCode } from './send-withdrawal-code.ts';
import { withdrawableCoins, withdrawalDetail } from './withdrawable-coins.ts';
import { withdrawalHistory } from './history.ts';
import { withdrawalLimits } from './limits.ts';
import { submitWithdrawal } from './submit.ts';

/** Binds the withdrawal calls. */
export function serveWithdrawals(area: WithdrawalArea): void {
  const { api } = area;
  const { withdrawals } = calls;
  route(api, withdrawals.coins, withdrawableCoins(area));
  route(api, withdrawals.limits, withdrawalLimits(area));
  route(api, withdrawals.detail, withdrawalDetail(area));
  route(api, withdrawals.sendCode, sendWithdrawalCode(area));
  route(api, withdrawals.submit, submitWithdrawal(area));
  route(api, withdrawals.cancel, cancelWithdrawal(area));
  route(api, withdrawals.history, withdrawalHistory(area));
}
