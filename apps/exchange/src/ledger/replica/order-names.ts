import type { OrderRecord } from './order-record.ts';

/** The names of open orders that their owners gave by amendments. The engine knows an order by the id with which it was placed. */
export class OrderNames {
  /** By owner and name; ids have no space. */
  readonly #orders = new Map<string, number>();

  /** The order with this name; 0 without one. */
  orderIdOf(owner: number, name: string): number {
    return this.#orders.size === 0 ? 0 : (this.#orders.get(`${owner} ${name}`) ?? 0);
  }

  /** Notes the name of an order that has one. */
  keep({ renamed, command, orderId }: OrderRecord): void {
    if (renamed !== undefined) this.#orders.set(`${command.owner} ${renamed}`, orderId);
  }

  /** Forgets the name of an order that ends or gets another. */
  forget({ renamed, command, orderId }: OrderRecord): void {
    if (renamed === undefined) return;
    const key = `${command.owner} ${renamed}`;
    if (this.#orders.get(key) === orderId) this.#orders.delete(key);
  }
}
