import { assert } from '@fft/decimal';
import type { AssetId, OrderId } from '../command.ts';
import type { Mutable } from '../state/mutable.ts';
import type { EngineListener, Posting, PostingReason } from '../listener.ts';
import type { Accounts } from './accounts.ts';

/** The only way in which a balance changes: each change is checked, made, and told. */
export class Ledger {
  private readonly accounts: Accounts;
  private readonly listener: EngineListener;
  /** By asset: what the command's postings add up to so far. */
  private sums = new Float64Array(16);
  /** How many of the sums aren't zero. */
  private unbalanced = 0;
  /** Written anew for each posting: there are several in every trade. */
  private readonly told: Mutable<Posting> = {
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
    const asset = accounts.assetOf(account);
    const change = availableDelta + frozenDelta;
    if (change !== 0) this.add(asset, change);
    const { told } = this;
    told.owner = accounts.ownerOf(account);
    told.kind = accounts.kindOf(account);
    told.asset = asset;
    told.availableDelta = availableDelta;
    told.frozenDelta = frozenDelta;
    told.available = available;
    told.frozen = frozen;
    told.reason = reason;
    told.orderId = orderId;
    this.listener.posted(told);
  }

  /** At the end of each command: what one account gained in an asset, others have lost. */
  assertBalanced(): void {
    assert(this.unbalanced === 0, 'the postings of a command do not balance');
  }

  private add(asset: AssetId, change: number): void {
    if (asset >= this.sums.length) this.widen(asset);
    const before = this.sums[asset] as number;
    const after = before + change;
    this.sums[asset] = after;
    if (before === 0) this.unbalanced += 1;
    else if (after === 0) this.unbalanced -= 1;
  }

  private widen(asset: AssetId): void {
    const wider = new Float64Array(asset * 2);
    wider.set(this.sums);
    this.sums = wider;
  }
}
