import { branchNode, filling, leafNode, type Node } from './hashing.ts';
import type { Proof, PublishedTotal } from './proof.ts';

/** What one customer is owed of one asset, in its smallest units. */
export interface Liability {
  customer: string;
  /** 32 bytes in hexadecimal, another one for each customer, asset and day. */
  nonce: string;
  amount: bigint;
}

/**
 * A Merkle-sum tree over what customers are owed of one asset: its root binds the exchange to a total, and each customer can check that his own amount is in it without seeing
 * anybody else's name. Leaves stand in the order of their hashes, which tells nothing of who came when.
 */
export class LiabilityTree {
  /** From the leaves up to the root. */
  readonly #rows: Node[][];
  readonly #places: Map<string, number>;
  readonly #asset: string;

  constructor(asset: string, liabilities: readonly Liability[]) {
    const leaves = liabilities.map((liability) => ({
      customer: liability.customer,
      node: leafNode({ asset, ...liability }),
    }));
    leaves.sort((a, b) => (a.node.hash < b.node.hash ? -1 : 1));
    this.#asset = asset;
    this.#places = new Map(leaves.map((leaf, place) => [leaf.customer, place]));
    if (this.#places.size !== leaves.length) throw new RangeError('A customer stands in the tree once.');
    this.#rows = rowsOver(leaves.map((leaf) => leaf.node));
  }

  /** What is published: the total and the hash that it is bound to. */
  get total(): PublishedTotal {
    const root = this.#rows.at(-1)?.[0] ?? filling;
    return { asset: this.#asset, total: root.sum.toString(), hash: root.hash };
  }

  /** The steps from a customer's leaf to the root, or null when the customer isn't in the tree. */
  path(customer: string): Proof['path'] | null {
    let place = this.#places.get(customer);
    if (place === undefined) return null;
    const path: Proof['path'] = [];
    for (const row of this.#rows.slice(0, -1)) {
      const isLeft = place % 2 === 0;
      const neighbour = row[isLeft ? place + 1 : place - 1] ?? filling;
      path.push({ side: isLeft ? 'right' : 'left', hash: neighbour.hash, sum: neighbour.sum.toString() });
      place = Math.floor(place / 2);
    }
    return path;
  }
}

function rowsOver(leaves: Node[]): Node[][] {
  const rows = [leaves];
  for (let row = leaves; row.length > 1; rows.push(row)) {
    const above: Node[] = [];
    for (let place = 0; place < row.length; place += 2) {
      above.push(branchNode(row[place] ?? filling, row[place + 1] ?? filling));
    }
    row = above;
  }
  return rows;
}
