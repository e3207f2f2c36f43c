import { calls } from '@fft/contract';
import { route } from '../../transport/http/route.ts';
import type { WithdrawalOptions } from './options.ts';
import { cancelWithdrawal } from './cancel.ts';
import { sendWithdrawalCode } from './send-withdrawal-code.ts';
import { withdrawableCoins, withdrawalDetail } from './withdrawable-coins.ts';
import { withdrawalHistory } from './history.ts';
import { withdrawalLimits } from './limits.ts';
import { submitWithdrawal } from './submit.ts';

/** Binds the withdrawal calls. */
export function serveWithdrawals(options: WithdrawalOptions): void {
  const { api } = options;
  const { withdrawals } = calls;
  route(api, withdrawals.coins, withdrawableCoins(options));
  route(api, withdrawals.limits, withdrawalLimits(options));
  route(api, withdrawals.detail, withdrawalDetail(options));
  route(api, withdrawals.sendCode, sendWithdrawalCode(options));
  route(api, withdrawals.submit, submitWithdrawal(options));
  route(api, withdrawals.cancel, cancelWithdrawal(options));
  route(api, withdrawals.history, withdrawalHistory(options));
}
