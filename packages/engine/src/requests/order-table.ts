import { assert } from '@fft/decimal';
import type { OrderId } from '../command.ts';
import type { SnapshotReader, SnapshotWriter } from '../snapshot/sections.ts';
import { none } from '../store/records.ts';

const pageSize = 1024;
/** The index of a page's number of values. */
const countAt = pageSize;

/**
 * A value for each order id, any but `none`. Ids are consecutive, so a division finds the page of an id. A page is freed with its last order.
 */
export class OrderTable {
  /** The pages, by number. An entry is the value + 1, or 0. */
  private readonly pages: (Int32Array | undefined)[] = [];

  /** The value of an order id, or `none`. */
  find(orderId: OrderId): number {
    const index = Math.floor(orderId / pageSize);
    const page = index >= 0 && index < this.pages.length ? this.pages[index] : undefined;
    const stored = page?.[orderId - index * pageSize];
    return stored === undefined ? none : stored - 1;
  }

  set(orderId: OrderId, value: number): void {
    const index = Math.floor(orderId / pageSize);
    const page = this.pageFor(index);
    const place = orderId - index * pageSize;
    if (page[place] === 0) page[countAt] = (page[countAt] as number) + 1;
    page[place] = value + 1;
  }

  remove(orderId: OrderId): void {
    const index = Math.floor(orderId / pageSize);
    const page = this.pages[index];
    const place = orderId - index * pageSize;
    assert(page !== undefined && page[place] !== 0, 'removed order is not in the table');
    page[place] = 0;
    page[countAt] = (page[countAt] as number) - 1;
    if (page[countAt] === 0) this.pages[index] = undefined;
  }

  save(writer: SnapshotWriter): void {
    const held = this.pages.flatMap((page, index) => (page === undefined ? [] : [index]));
    writer.json(held);
    for (const page of this.pages) if (page !== undefined) writer.numbers(page);
  }

  /** Loads into an empty table. */
  load(reader: SnapshotReader): void {
    for (const index of reader.json() as number[]) this.pageFor(index).set(reader.integers());
  }

  private pageFor(index: number): Int32Array {
    while (this.pages.length <= index) this.pages.push(undefined);
    const known = this.pages[index];
    if (known !== undefined) return known;
    const page = new Int32Array(pageSize + 1);
    this.pages[index] = page;
    return page;
  }
}
