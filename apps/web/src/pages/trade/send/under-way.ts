import type { findOrder } from './send-order.ts';

export type Outcome = Awaited<ReturnType<typeof findOrder>>;

let underWay: Promise<Outcome> | null = null;

/** The order that is on its way, wherever in the app it was sent: one at a time, until its outcome is known or known to be unknown. */
export const orderUnderWay = {
  outcome: (): Promise<Outcome> | null => underWay,
  /** Sends or looks up, and tells `tell` what came of it, also where the page it was sent from is gone. */
  begin(work: () => Promise<Outcome>, tell: (outcome: Outcome) => void): Promise<Outcome> {
    const outcome = work()
      .then((known) => {
        tell(known);
        return known;
      })
      .finally(() => {
        underWay = null;
      });
    underWay = outcome;
    return outcome;
  },
};
