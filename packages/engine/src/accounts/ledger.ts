import { assert } from '@fft/decimal';
import type { AssetId, OrderId } from '../command.ts';
import type { Mutable } from '../state/mutable.ts';
import type { EngineListener, Posting, PostingReason } from '../listener.ts';
import type { Accounts } from './accounts.ts';

/** The only writer of balances. Checks, applies and reports each change. */
export class Ledger {
  private readonly accounts: Accounts;
  private readonly listener: EngineListener;
  /** By asset: the sum of the command's postings so far. */
  private sums = new Float64Array(16);
  /** Number of sums that aren't zero. */
  private unbalanced = 0;
  /** Reused for every posting, as each trade makes several. */
  private readonly posting: Mutable<Posting> = {
    owner: 0,
    kind: 'coin',
    asset: 0,
    availableDelta: 0,
    frozenDelta: 0,
    available: 0,
    frozen: 0,
    reason: 'trade',
    orderId: 0,
  };

  constructor(accounts: Accounts, listener: EngineListener) {
    this.accounts = accounts;
    this.listener = listener;
  }

  /** Moves an account's available money to frozen. */
  freeze(account: number, amount: number, orderId: OrderId): void {
    if (amount !== 0) this.post(account, -amount, amount, 'freeze', orderId);
  }

  /** Moves an account's frozen money back to available. */
  release(account: number, amount: number, orderId: OrderId): void {
    if (amount !== 0) this.post(account, amount, -amount, 'release', orderId);
  }

  /** Posts one side. The caller posts the other in the same command: per asset, a command's postings add up to zero. */
  post(account: number, availableDelta: number, frozenDelta: number, reason: PostingReason, orderId: OrderId): void {
    const { accounts } = this;
    const available = accounts.availableOf(account) + availableDelta;
    const frozen = accounts.frozenOf(account) + frozenDelta;
    assert(Number.isSafeInteger(available + frozen), 'balance left the safe range');
    assert(frozen >= 0, 'frozen fell below zero');
    assert(available >= 0 || accounts.isOutside(account), 'available fell below zero');
    accounts.set(account, available, frozen);
    const asset = accounts.assetOf(account);
    const change = availableDelta + frozenDelta;
    if (change !== 0) this.add(asset, change);
    const { posting } = this;
    posting.owner = accounts.ownerOf(account);
    posting.kind = accounts.kindOf(account);
    posting.asset = asset;
    posting.availableDelta = availableDelta;
    posting.frozenDelta = frozenDelta;
    posting.available = available;
    posting.frozen = frozen;
    posting.reason = reason;
    posting.orderId = orderId;
    this.listener.posted(posting);
  }

  /** Called at the end of each command. */
  assertBalanced(): void {
    assert(this.unbalanced === 0, 'the postings of a command do not balance');
  }

  private add(asset: AssetId, change: number): void {
    if (asset >= this.sums.length) this.grow(asset);
    const before = this.sums[asset] as number;
    const after = before + change;
    this.sums[asset] = after;
    if (before === 0) this.unbalanced += 1;
    else if (after === 0) this.unbalanced -= 1;
  }

  private grow(asset: AssetId): void {
    const wider = new Float64Array(asset * 2);
    wider.set(this.sums);
    this.sums = wider;
  }
}
