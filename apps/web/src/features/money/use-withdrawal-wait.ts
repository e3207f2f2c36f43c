import { moneyTexts } from '../../i18n/money.ts';
import { useTexts } from '../../i18n/index.ts';
import { useUser } from '../session/index.ts';

const hourSeconds = 3_600;
const minuteSeconds = 60;
/** Until the customer's rules are known. */
const usualSeconds = 24 * hourSeconds;

export interface WithdrawalWait {
  /** `24 hours` */
  readonly text: string;
  /** Says that the wait is shorter than elsewhere, if it is: only a demo waits less than an hour. */
  readonly note: string | null;
}

/** Time before a new address can be used, and of the hold of withdrawals after a security change. */
export function useWithdrawalWait(): WithdrawalWait {
  const { wait, demoWait } = useTexts(moneyTexts);
  const seconds = useUser().data?.rules.withdrawalWaitSeconds ?? usualSeconds;
  const note = seconds < hourSeconds ? demoWait : null;
  if (seconds >= hourSeconds) return { text: wait.hours(Math.ceil(seconds / hourSeconds)), note };
  if (seconds >= minuteSeconds) return { text: wait.minutes(Math.ceil(seconds / minuteSeconds)), note };
  return { text: wait.seconds(seconds), note };
}
