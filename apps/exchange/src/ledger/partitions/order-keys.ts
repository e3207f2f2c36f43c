/** What an order is found by: partitions have no index of ids alone. */
export interface OrderKey {
  readonly owner: number;
  readonly id: number;
}

/** Selects a partition's orders with the keys in `$1` and `$2`. */
export const ordersIn = (partition: string): string =>
  `select kept.* from ${partition} as kept join unnest($1::bigint[], $2::bigint[]) as key (owner, id) on kept.owner = key.owner and kept.id = key.id`;

/** The values of both. */
export const keysOf = (orders: readonly OrderKey[]): [readonly number[], readonly number[]] => [
  orders.map(({ owner }) => owner),
  orders.map(({ id }) => id),
];
