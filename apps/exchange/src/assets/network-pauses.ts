import type { Selectable } from 'kysely';
import type { AnyHandle, AnyTransaction } from '../database/rooms.ts';
import { own, type Tables } from './room.ts';

type Row = Selectable<Tables['network_pauses']>;
export type PauseDirection = Row['direction'];

/** What operators paused of networks, at one moment. */
export class NetworkPauses {
  readonly #paused: ReadonlySet<string>;

  constructor(rows: readonly Pick<Row, 'chain' | 'coin' | 'direction'>[]) {
    this.#paused = new Set(rows.map(({ chain, coin, direction }) => `${chain} ${coin} ${direction}`));
  }

  /** True if a coin, or all of the network, is paused. */
  isPaused(direction: PauseDirection, chain: string, coin: string): boolean {
    return this.isNoted(direction, chain, coin) || this.isNoted(direction, chain, '');
  }

  /** True if exactly this was paused: one coin, or with an empty one all of the network. */
  isNoted(direction: PauseDirection, chain: string, coin: string): boolean {
    return this.#paused.has(`${chain} ${coin} ${direction}`);
  }
}

/** Reads what is paused now. It is asked each time: a pause counts at once in every process. */
export async function readPauses(handle: AnyHandle): Promise<NetworkPauses> {
  const db = own(handle);
  return new NetworkPauses(await db.selectFrom('network_pauses').select(['chain', 'coin', 'direction']).execute());
}

/** False if it is paused already. */
export async function addPause(handle: AnyTransaction, row: Row): Promise<boolean> {
  const transaction = own(handle);
  const { numInsertedOrUpdatedRows: added } = await transaction
    .insertInto('network_pauses')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return added === 1n;
}

/** False if it isn't paused. */
export async function endPause(
  handle: AnyTransaction,
  { chain, coin, direction }: Pick<Row, 'chain' | 'coin' | 'direction'>,
): Promise<boolean> {
  const transaction = own(handle);
  const { numDeletedRows: removed } = await transaction
    .deleteFrom('network_pauses')
    .where('chain', '=', chain)
    .where('coin', '=', coin)
    .where('direction', '=', direction)
    .executeTakeFirst();
  return removed === 1n;
}
