import type { Withdrawal } from '@fft/contract';
import type { TagTone } from '../../ui/kit/index.ts';

/** Tone of each state. */
export const withdrawalTones: Readonly<Record<Withdrawal['state'], TagTone>> = {
  review: 'warn',
  approved: 'accent',
  sent: 'accent',
  done: 'good',
  rejected: 'danger',
  failed: 'danger',
  cancelled: 'plain',
};

/** True if the state can still change. */
export function isUnderWay({ state }: Pick<Withdrawal, 'state'>): boolean {
  return state === 'review' || state === 'approved' || state === 'sent';
}
