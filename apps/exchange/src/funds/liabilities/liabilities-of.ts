import { type AccountKind, SystemOwner } from '@fft/engine';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';

const kinds: readonly AccountKind[] = ['coin', 'fiat'];

/** Balances of one asset, in ledger units. Together they are the money that came from outside. */
export interface Liabilities {
  /** Owed to customers. */
  readonly owed: number;
  /** Of the demo's made-up market: no one can claim it, and no coin was ever received for it. */
  readonly madeUp: number;
  /** The exchange's earnings. */
  readonly fees: number;
  readonly adjustments: number;
}

function balanceOf(engine: EngineHost['engine'], owner: number, asset: number): number {
  return kinds.reduce((sum, kind) => {
    const { available, frozen } = engine.balance(owner, kind, asset);
    return sum + available + frozen;
  }, 0);
}

/** Sums an asset's balances. All accounts together are zero, so customers' balances are what the others lack. */
export function liabilitiesOf(
  engine: EngineHost['engine'],
  asset: number,
  madeUpAccounts: readonly number[],
): Liabilities {
  const of = (owner: number): number => balanceOf(engine, owner, asset);
  const [outside, fees, adjustments] = [-of(SystemOwner.chain), of(SystemOwner.house), of(SystemOwner.adjustments)];
  const madeUp = madeUpAccounts.reduce((sum, owner) => sum + of(owner), 0);
  return { owed: outside - fees - adjustments - madeUp, madeUp, fees, adjustments };
}
