import { SystemOwner, type AccountKind, type AssetId, type OwnerId } from '../command.ts';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { HashIndex } from '../store/hash-index.ts';
import { hashNumbers } from '../store/hash-number.ts';
import { none, Records } from '../store/records.ts';

export const accountKinds = ['coin', 'fiat'] as const satisfies readonly AccountKind[];
/** The kind that trades and pays fees. */
export const coinKind = 0;

export function kindIndex(kind: AccountKind): number {
  return kind === 'coin' ? coinKind : 1;
}

// A record: owner, available, frozen as numbers; then (asset × 2 + kind) and whether it was ever posted to, as integers.
const stride = 4;
const ownerAt = 0;
const availableAt = 1;
const frozenAt = 2;
const assetKindAt = 6;
const touchedAt = 7;

/** Every account's balance. An account is opened when something may be posted to it, and never closed. */
export class Accounts {
  private readonly records: Records;
  private readonly index: HashIndex;

  constructor() {
    this.records = new Records(stride);
    this.index = new HashIndex();
  }

  get count(): number {
    return this.records.count;
  }

  /** The account's slot, or `none`. */
  find(owner: OwnerId, kind: number, asset: AssetId): number {
    const assetKind = asset * 2 + kind;
    const hash = hashNumbers(owner, assetKind);
    for (let at = this.index.first(hash); at !== none; at = this.index.next(hash, at)) {
      const slot = this.index.slotAt(at);
      if (this.records.number(slot, ownerAt) === owner && this.records.integer(slot, assetKindAt) === assetKind) {
        return slot;
      }
    }
    return none;
  }

  /** The account's slot; opens it if it isn't there. */
  open(owner: OwnerId, kind: number, asset: AssetId): number {
    const found = this.find(owner, kind, asset);
    if (found !== none) return found;
    const slot = this.records.allocate();
    const { records } = this;
    records.setNumber(slot, ownerAt, owner);
    records.setNumber(slot, availableAt, 0);
    records.setNumber(slot, frozenAt, 0);
    records.setInteger(slot, assetKindAt, asset * 2 + kind);
    records.setInteger(slot, touchedAt, 0);
    this.index.add(hashNumbers(owner, asset * 2 + kind), slot);
    return slot;
  }

  save(writer: SnapshotWriter): void {
    this.records.save(writer);
    this.index.save(writer);
  }

  load(reader: SnapshotReader): void {
    this.records.load(reader);
    this.index.load(reader);
  }

  ownerOf(slot: number): OwnerId {
    return this.records.number(slot, ownerAt);
  }

  availableOf(slot: number): number {
    return this.records.number(slot, availableAt);
  }

  frozenOf(slot: number): number {
    return this.records.number(slot, frozenAt);
  }

  assetOf(slot: number): AssetId {
    return this.records.integer(slot, assetKindAt) >> 1;
  }

  kindOf(slot: number): AccountKind {
    return (this.records.integer(slot, assetKindAt) & 1) === 0 ? 'coin' : 'fiat';
  }

  /** Whether anything was ever posted to it. */
  isTouched(slot: number): boolean {
    return this.records.integer(slot, touchedAt) === 1;
  }

  /** Whether it stands for what lies outside: such an account owes what it gave, and may stand below zero. */
  isOutside(slot: number): boolean {
    const owner = this.ownerOf(slot);
    return owner === SystemOwner.chain || owner === SystemOwner.adjustments;
  }

  set(slot: number, available: number, frozen: number): void {
    const { records } = this;
    records.setNumber(slot, availableAt, available);
    records.setNumber(slot, frozenAt, frozen);
    records.setInteger(slot, touchedAt, 1);
  }
}
