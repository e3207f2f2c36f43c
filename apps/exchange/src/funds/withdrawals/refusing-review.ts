import { Code } from '@fft/contract';
import { Refusal } from '../../refusals/refusal.ts';
import { refusing } from '../../refusals/refusing.ts';
import { ApproverDayFull } from './approver-day.ts';
import { NotInReview, NotToApprove, WithdrawalAltered, type WithdrawalReview } from './review.ts';
import type { WithdrawalProcessor } from './withdrawal-processor.ts';

const keysOfBlocks = {
  accountLocked: 'approveLocked',
  accountHeld: 'approveHeld',
  depositLost: 'approveLost',
  identityRevoked: 'approveRevoked',
  signedBefore: 'approveSigned',
} as const;

const notInReview = (): Refusal => new Refusal(Code.conflict, 'notInReview');
const withdrawalAltered = (): Refusal => new Refusal(Code.conflict, 'withdrawalAltered');
const notToApprove = ({ why }: NotToApprove): Refusal => new Refusal(Code.conflict, keysOfBlocks[why]);
const dayFull = ({ approver }: ApproverDayFull): Refusal =>
  new Refusal(Code.conflict, 'approverDayFull', { values: { approver } });

const refusingFullDay = <T>(act: Promise<T>): Promise<T> => refusing(act, ApproverDayFull, dayFull);

/** Wraps the review for operators' calls: a failed decision becomes a refusal, and the ledger learns immediately of a rejection. */
export function refusingReview(
  review: WithdrawalReview,
  processor: Pick<WithdrawalProcessor, 'resume'>,
): WithdrawalReview {
  return {
    ...review,
    approve: (...act) => {
      const genuine = refusing(review.approve(...act), WithdrawalAltered, withdrawalAltered);
      const approved = refusing(refusing(genuine, NotInReview, notInReview), NotToApprove, notToApprove);
      return refusingFullDay(approved);
    },
    prepare: (...act) => refusingFullDay(refusing(review.prepare(...act), NotInReview, notInReview)),
    reject: async (...act) => {
      await refusing(review.reject(...act), NotInReview, notInReview);
      await processor.resume();
    },
  };
}
