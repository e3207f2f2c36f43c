import { assert } from '@fft/decimal';
import type { OrderId } from '../command.ts';
import type { EngineListener, PostingReason } from '../listener.ts';
import type { Accounts } from './accounts.ts';

/** The only way in which a balance changes: each change is checked, made, and told. */
export class Ledger {
  private readonly accounts: Accounts;
  private readonly listener: EngineListener;

  constructor(accounts: Accounts, listener: EngineListener) {
    this.accounts = accounts;
    this.listener = listener;
  }

  /** Moves available money of one account to frozen. */
  freeze(account: number, amount: number, orderId: OrderId): void {
    if (amount !== 0) this.post(account, -amount, amount, 'freeze', orderId);
  }

  /** Moves frozen money of one account back to available. */
  release(account: number, amount: number, orderId: OrderId): void {
    if (amount !== 0) this.post(account, amount, -amount, 'release', orderId);
  }

  /** The caller posts the other side in the same command: per asset, all postings of a command add up to zero. */
  post(account: number, availableDelta: number, frozenDelta: number, reason: PostingReason, orderId: OrderId): void {
    const { accounts } = this;
    const available = accounts.availableOf(account) + availableDelta;
    const frozen = accounts.frozenOf(account) + frozenDelta;
    assert(Number.isSafeInteger(available + frozen), 'balance left the safe range');
    assert(frozen >= 0, 'frozen fell below zero');
    assert(available >= 0 || accounts.isOutside(account), 'available fell below zero');
    accounts.set(account, available, frozen);
    this.listener.posted({
      owner: accounts.ownerOf(account),
      kind: accounts.kindOf(account),
      asset: accounts.assetOf(account),
      availableDelta,
      frozenDelta,
      available,
      frozen,
      reason,
      orderId,
    });
  }
}
