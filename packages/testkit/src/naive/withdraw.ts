import type { HoldWithdrawal, Rejection, ReleaseWithdrawal, SettleWithdrawal } from '@fft/engine';
import { isWellFormed } from './forms.ts';
import type { World } from './world.ts';

const maxSafe = BigInt(Number.MAX_SAFE_INTEGER);

export function holdWithdrawal(world: World, command: HoldWithdrawal): void {
  const { owner, kind, asset } = command;
  const amount = BigInt(command.amount);
  world.memory.push({ command, time: world.time, orderId: 0, rejection: null, stage: 'held' });
  world.post({ owner, kind, asset }, { available: -amount, frozen: amount, reason: 'freeze' });
}

/** Settles or releases a withdrawal, once. */
export function endWithdrawal(world: World, command: SettleWithdrawal | ReleaseWithdrawal): void {
  const refuse = (reason: Rejection): void => world.listener.rejected(command, reason);
  const wanted = command.type === 'settleWithdrawal' ? 'settled' : 'released';
  const withdrawal = world.withdrawal(command.owner, command.requestId);
  if (withdrawal?.command.type !== 'holdWithdrawal') return refuse('unknownWithdrawal');
  if (withdrawal.stage !== 'held' && withdrawal.stage !== wanted) return refuse('withdrawalEnded');
  if (!isWellFormed(command)) return refuse('malformed');
  if (withdrawal.stage === wanted) return world.listener.duplicate(command, 0, null);

  const { owner, kind, asset, destination } = withdrawal.command;
  const amount = BigInt(withdrawal.command.amount);
  const fee = BigInt(withdrawal.command.fee);
  const account = { owner, kind, asset } as const;
  if (wanted === 'released') {
    world.post(account, { available: amount, frozen: -amount, reason: 'release' });
  } else {
    const outside = { owner: destination === 'chain' ? 2 : 3, kind, asset } as const;
    if (world.available(outside.owner, kind, asset) + amount - fee > maxSafe) return refuse('balanceOverflow');
    world.post(account, { frozen: fee - amount, reason: 'withdraw' });
    world.post(outside, { available: amount - fee, reason: 'withdraw' });
    world.post(account, { frozen: -fee, reason: 'fee' });
    world.post({ owner: 1, kind, asset }, { available: fee, reason: 'fee' });
  }
  withdrawal.stage = wanted;
}
