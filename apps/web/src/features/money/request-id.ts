import type { Kept } from '../session/index.ts';

/** An id for one payment: the same as long as the body is the same, so that asking again after a lost answer, or a reload, pays once. */
export interface RequestIds {
  readonly idFor: (body: string) => string;
  /** No answer came to the payment that was sent last: whether it was made isn't known. */
  readonly lost: () => void;
  /** The id of the payment with this body, where that is so of it; else null. */
  readonly lostId: (body: string) => string | null;
  /** The payment was answered: the same body is another payment from now on. */
  readonly done: () => void;
}

/** A payment whose answer didn't come yet. */
export interface UnansweredPayment {
  readonly body: string;
  readonly id: string;
  readonly isLost?: true;
}

export function createRequestIds(
  unanswered: Kept<UnansweredPayment>,
  newId: () => string = () => `w-${crypto.randomUUID()}`,
): RequestIds {
  return {
    idFor(body) {
      const last = unanswered.read();
      if (last?.body === body) return last.id;
      const id = newId();
      unanswered.keep({ body, id });
      return id;
    },
    lost() {
      const last = unanswered.read();
      if (last) unanswered.keep({ ...last, isLost: true });
    },
    lostId(body) {
      const last = unanswered.read();
      return last?.isLost === true && last.body === body ? last.id : null;
    },
    done: unanswered.forget,
  };
}
