import { createHmac } from 'node:crypto';
import { LiabilityTree, type PublishedTotal } from '@fft/liabilities';

/** The customers' balances of one asset. */
export interface OwedOfAsset {
  readonly asset: string;
  readonly customers: readonly number[];
  /** Smallest units, in the order of `customers`. */
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

/** Derives a customer's nonce for an asset from the day's secret, so that it need not be stored. */
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
