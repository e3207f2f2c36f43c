import { branchNode, filling, leafNode, type Node } from './hashing.ts';
import type { Proof, PublishedTotal } from './proof.ts';

/** One customer's balance of one asset, in its smallest units. */
export interface Liability {
  customer: string;
  /** 32 bytes in hexadecimal, unique per customer, asset and day. */
  nonce: string;
  amount: bigint;
}

/** A node with its position, so that paths can be read from storage by position. */
export interface PlacedNode {
  row: number;
  place: number;
  hash: string;
  sum: bigint;
  /** Set for leaves only. */
  customer: string | null;
}

/**
 * A Merkle-sum tree over the customer balances of one asset. Its root commits the exchange to a total, and each customer can verify that it
 * includes their own amount, without seeing other names. Leaves are ordered by hash, which reveals nothing about the order of customers.
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
    if (this.#places.size !== leaves.length) throw new RangeError('A customer must occur only once.');
    this.#rows = rowsOver(leaves.map((leaf) => leaf.node));
  }

  /** The publication: the total and the root's hash. */
  get total(): PublishedTotal {
    const root = this.#rows.at(-1)?.[0] ?? filling;
    return { asset: this.#asset, total: root.sum.toString(), hash: root.hash };
  }

  /** Every node by row, leaves first, and position; leaves with their customer. */
  *nodes(): Generator<PlacedNode> {
    const customers = [...this.#places.keys()];
    for (const [row, nodes] of this.#rows.entries()) {
      for (const [place, { hash, sum }] of nodes.entries()) {
        yield { row, place, hash, sum, customer: row === 0 ? (customers[place] ?? null) : null };
      }
    }
  }

  /** The steps from a customer's leaf to the root, or null if the customer isn't in the tree. */
  path(customer: string): Proof['path'] | null {
    const place = this.#places.get(customer);
    if (place === undefined) return null;
    const neighbours = neighboursOf(place, this.#rows.length);
    return pathOf(place, (row) => this.#rows[row]?.[neighbours[row] ?? -1] ?? null, neighbours.length);
  }
}

/** The positions of the siblings on the way up from a leaf, row by row. */
export function neighboursOf(leaf: number, rows: number): number[] {
  return Array.from({ length: rows - 1 }, (_, row) => {
    const place = Math.floor(leaf / 2 ** row);
    return place % 2 === 0 ? place + 1 : place - 1;
  });
}

/** Builds the path of a leaf from its siblings; null where a row has none. */
export function pathOf(
  leaf: number,
  beside: (row: number) => { hash: string; sum: bigint } | null,
  steps: number,
): Proof['path'] {
  return Array.from({ length: steps }, (_, row) => {
    const { hash, sum } = beside(row) ?? filling;
    const isLeft = Math.floor(leaf / 2 ** row) % 2 === 0;
    return { side: isLeft ? 'right' : 'left', hash, sum: sum.toString() };
  });
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
