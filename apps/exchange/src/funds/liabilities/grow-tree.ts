import { createHmac } from 'node:crypto';
import { LiabilityTree, type PublishedTotal } from '@fft/liabilities';

/** What customers are owed of an asset. */
export interface OwedOfAsset {
  readonly asset: string;
  readonly customers: readonly number[];
  /** Smallest units, by the same places. */
  readonly amounts: readonly bigint[];
}

/** A tree as columns of its table. */
export interface GrownTree {
  readonly total: PublishedTotal;
  readonly rows: readonly number[];
  readonly places: readonly number[];
  readonly hashes: readonly string[];
  readonly sums: readonly string[];
  readonly customers: readonly (number | null)[];
}

/** A customer's nonce for an asset and a day: by the day's secret, so that it needn't be kept for each. */
export function nonceOf(secret: Uint8Array, asset: string, customer: number): string {
  return createHmac('sha256', secret).update(`${asset}:${customer}`).digest('hex');
}

export function growTree(secret: Uint8Array, { asset, customers, amounts }: OwedOfAsset): GrownTree {
  const tree = new LiabilityTree(
    asset,
    customers.map((customer, index) => ({
      customer: String(customer),
      nonce: nonceOf(secret, asset, customer),
      amount: amounts[index] ?? 0n,
    })),
  );
  const nodes = [...tree.nodes()];
  return {
    total: tree.total,
    rows: nodes.map(({ row }) => row),
    places: nodes.map(({ place }) => place),
    hashes: nodes.map(({ hash }) => hash),
    sums: nodes.map(({ sum }) => sum.toString()),
    customers: nodes.map(({ customer }) => (customer === null ? null : Number(customer))),
  };
}
