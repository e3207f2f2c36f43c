import type { Withdrawal } from '@fft/contract';
import type { TagTone } from '../../ui/kit/index.ts';

/** How each state looks. */
export const withdrawalTones: Readonly<Record<Withdrawal['state'], TagTone>> = {
  review: 'warn',
  approved: 'accent',
  sent: 'accent',
  done: 'good',
  rejected: 'danger',
  failed: 'danger',
  cancelled: 'plain',
};

/** Whether something is still going to happen to it. */
export function isUnderWay({ state }: Pick<Withdrawal, 'state'>): boolean {
  return state === 'review' || state === 'approved' || state === 'sent';
}
