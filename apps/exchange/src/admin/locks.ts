import { type ActInput, consoleCalls, type CustomerDetail } from '@fft/console-contract';
import type { Locks } from '../accounts/index.ts';
import { refuse } from './refusals.ts';
import type { Agreed, Approvals, ExecuteActs, ExecutedApproval } from './approvals.ts';
import type { Bind } from './bind.ts';

interface LocksOptions {
  readonly locks: Locks;
  readonly approvals: Pick<Approvals, 'propose' | 'findOpen'>;
  /** Cancels a customer's open orders and withdrawals, if a lock owes that. */
  readonly stop: (customer: number) => Promise<void>;
  readonly detail: (customer: number) => Promise<CustomerDetail>;
  readonly now: () => number;
}

const lockActs = ['unlock', 'houseLock', 'houseUnlock'] as const;
const targetOf = (customer: number): string => `customer ${customer}`;

/** Binds the calls that lock and unlock accounts. Where that takes two operators, the first only proposes. */
export function bindLocks(bind: Bind, options: LocksOptions): void {
  const { locks, approvals, detail, stop, now } = options;
  const { customers } = consoleCalls;

  bind(customers.lock, async ({ id, kind, reason, cancel }, by) => {
    // Only what can be locked is proposed.
    const { locked } = await detail(id);
    const act = await locks.lockTakes(id);
    if (act === null) {
      const isLocked = await locks.lock({ customer: id, kind, by, time: now(), reason, cancel });
      if (!isLocked) throw refuse('nothingToChange');
      await stop(id);
    } else {
      if (locked) throw refuse('nothingToChange');
      await approvals.propose(by, { act: 'houseLock', target: targetOf(id), input: { id, kind, reason, cancel } });
    }
    return detail(id);
  });
  bind(customers.unlock, async ({ id, reason }, by) => {
    const { locked, lock } = await detail(id);
    const act = await locks.unlockTakes(id);
    if (act === null) {
      const isUnlocked = await locks.unlock({ customer: id, by, time: now(), reason });
      if (!isUnlocked) throw refuse('nothingToChange');
    } else {
      if (!locked) throw refuse('nothingToChange');
      await approvals.propose(by, { act, target: targetOf(id), input: { id, kind: lock?.kind ?? null, reason } });
    }
    return detail(id);
  });
}

/** Who proposed to lock or unlock the account; null if nobody has. */
export async function lockProposer(approvals: Pick<Approvals, 'findOpen'>, customer: number): Promise<string | null> {
  const open = await Promise.all(lockActs.map((act) => approvals.findOpen(act, [targetOf(customer)])));
  return open.flatMap((found) => [...found.values()])[0]?.proposerName ?? null;
}

/** Executes the locks and unlocks that two operators agreed to. */
export function createLockApprovals({ locks, stop, now }: Pick<LocksOptions, 'locks' | 'stop' | 'now'>) {
  type Lift = ActInput<'unlock' | 'houseUnlock'>;
  const unlock = async ({ id, kind, reason }: Lift, { agreement }: Agreed): Promise<ExecutedApproval> => {
    // The process may have died between unlocking and recording that: what is unlocked stays so.
    await locks.unlock({ customer: id, kind, by: agreement, time: now(), reason });
    return {};
  };
  return {
    unlock,
    houseUnlock: unlock,
    houseLock: async ({ id, kind, reason, cancel }, { agreement }) => {
      await locks.lock({ customer: id, kind, by: agreement, time: now(), reason, cancel });
      await stop(id);
      return {};
    },
  } satisfies Partial<ExecuteActs>;
}
