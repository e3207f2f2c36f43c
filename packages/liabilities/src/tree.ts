import { branchNode, filling, leafNode, type Node } from './hashing.ts';
import type { Proof, PublishedTotal } from './proof.ts';

/** What one customer is owed of one asset, in its smallest units. */
export interface Liability {
  customer: string;
  /** 32 bytes in hexadecimal, another one for each customer, asset and day. */
  nonce: string;
  amount: bigint;
}

/** A node where it stands in the tree: to be kept, and paths to be read from by place alone. */
export interface PlacedNode {
  row: number;
  place: number;
  hash: string;
  sum: bigint;
  /** Of a leaf, whose it is. */
  customer: string | null;
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

  /** Every node by its row, the leaves' first, and its place there; a leaf with whose it is. */
  *nodes(): Generator<PlacedNode> {
    const customers = [...this.#places.keys()];
    for (const [row, nodes] of this.#rows.entries()) {
      for (const [place, { hash, sum }] of nodes.entries()) {
        yield { row, place, hash, sum, customer: row === 0 ? (customers[place] ?? null) : null };
      }
    }
  }

  /** The steps from a customer's leaf to the root, or null when the customer isn't in the tree. */
  path(customer: string): Proof['path'] | null {
    const place = this.#places.get(customer);
    if (place === undefined) return null;
    const neighbours = neighboursOf(place, this.#rows.length);
    return pathOf(place, (row) => this.#rows[row]?.[neighbours[row] ?? -1] ?? null, neighbours.length);
  }
}

/** The places of the nodes that stand beside a leaf's way up, row by row, in a tree of so many rows. */
export function neighboursOf(leaf: number, rows: number): number[] {
  return Array.from({ length: rows - 1 }, (_, row) => {
    const place = Math.floor(leaf / 2 ** row);
    return place % 2 === 0 ? place + 1 : place - 1;
  });
}

/** The path from a leaf by the nodes that stand beside it; null is where a row has none there. */
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
