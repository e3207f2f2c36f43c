import type { Kept } from '../session/index.ts';

/** An id for one payment: the same as long as the body is the same, so that asking again after a lost answer, or a reload, pays once. */
export interface RequestIds {
  readonly idFor: (body: string) => string;
  /** True if no response to the last payment arrived, so that its outcome is unknown. */
  readonly lost: () => void;
  /** The id of the unanswered payment with this body; null if there is none. */
  readonly lostId: (body: string) => string | null;
  /** The payment was answered: the same body is another payment from now on. */
  readonly done: () => void;
}

/** A payment without a response so far. */
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
