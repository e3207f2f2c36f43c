import { SystemOwner, type AccountKind, type AssetId, type OwnerId } from '../command.ts';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { HashIndex } from '../store/hash-index.ts';
import { hashNumbers } from '../store/hash-number.ts';
import { none, Records } from '../store/records.ts';

export const accountKinds = ['coin', 'fiat'] as const satisfies readonly AccountKind[];
/** The kind of account that trades and pays fees. */
export const coinKind = 0;

export function kindIndex(kind: AccountKind): number {
  return kind === 'coin' ? coinKind : 1;
}

// A record: owner, available and frozen as numbers; then, as integers, asset × 2 + kind, and 1 once anything was posted.
const stride = 4;
const ownerAt = 0;
const availableAt = 1;
const frozenAt = 2;
const assetKindAt = 6;
const touchedAt = 7;

/** The balances of all accounts. An account opens with its first posting and never closes. */
export class Accounts {
  private readonly records = new Records(stride);
  private numbers = this.records.numbers;
  private integers = this.records.integers;
  private readonly index = new HashIndex();

  /** The slots of all accounts. */
  slots(): Iterable<number> {
    return this.records.slots();
  }

  /** The account's slot, or `none`. */
  find(owner: OwnerId, kind: number, asset: AssetId): number {
    const assetKind = asset * 2 + kind;
    const hash = hashNumbers(owner, assetKind);
    for (let at = this.index.first(hash); at !== none; at = this.index.next(hash, at)) {
      const slot = this.index.slotAt(at);
      if (this.ownerOf(slot) === owner && this.integer(slot, assetKindAt) === assetKind) return slot;
    }
    return none;
  }

  /** The account's slot. Opens the account if needed. */
  open(owner: OwnerId, kind: number, asset: AssetId): number {
    const found = this.find(owner, kind, asset);
    if (found !== none) return found;
    const slot = this.allocate();
    this.numbers[(slot >> 1) + ownerAt] = owner;
    this.numbers[(slot >> 1) + availableAt] = 0;
    this.numbers[(slot >> 1) + frozenAt] = 0;
    this.integers[slot + assetKindAt] = asset * 2 + kind;
    this.integers[slot + touchedAt] = 0;
    this.index.add(hashNumbers(owner, asset * 2 + kind), slot);
    return slot;
  }

  save(writer: SnapshotWriter): void {
    this.records.save(writer);
    this.index.save(writer);
  }

  load(reader: SnapshotReader): void {
    this.records.load(reader);
    this.refreshViews();
    this.index.load(reader);
  }

  ownerOf(slot: number): OwnerId {
    return this.numbers[(slot >> 1) + ownerAt] as number;
  }

  availableOf(slot: number): number {
    return this.numbers[(slot >> 1) + availableAt] as number;
  }

  frozenOf(slot: number): number {
    return this.numbers[(slot >> 1) + frozenAt] as number;
  }

  assetOf(slot: number): AssetId {
    return this.integer(slot, assetKindAt) >> 1;
  }

  kindOf(slot: number): AccountKind {
    return (this.integer(slot, assetKindAt) & 1) === 0 ? 'coin' : 'fiat';
  }

  /** True once anything was posted to the account. */
  isTouched(slot: number): boolean {
    return this.integer(slot, touchedAt) === 1;
  }

  /** True for accounts of the outside world. They mirror what customers brought in, so they may be negative. */
  isOutside(slot: number): boolean {
    const owner = this.ownerOf(slot);
    return owner === SystemOwner.chain || owner === SystemOwner.adjustments;
  }

  set(slot: number, available: number, frozen: number): void {
    this.numbers[(slot >> 1) + availableAt] = available;
    this.numbers[(slot >> 1) + frozenAt] = frozen;
    this.integers[slot + touchedAt] = 1;
  }

  private allocate(): number {
    const at = this.records.allocate();
    this.refreshViews();
    return at;
  }

  /** The records replace their views when they grow. */
  private refreshViews(): void {
    this.numbers = this.records.numbers;
    this.integers = this.records.integers;
  }

  private integer(slot: number, field: number): number {
    return this.integers[slot + field] as number;
  }
}
