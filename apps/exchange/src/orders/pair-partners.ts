import type { Kysely } from 'kysely';
import type { Tables } from './room.ts';
import type { Projector } from '../ledger/projection/projector.ts';
import { isStop as waitsForPrice } from '../ledger/order-terms.ts';
import type { EngineHost } from '../ledger/replica/engine-host.ts';
import type { OrderRecord } from '../ledger/replica/order-record.ts';
import { orderOfRow } from './find-order.ts';
import { withLabels } from './order-labels.ts';

export interface PairPartnersOptions {
  readonly host: EngineHost;
  readonly projector: Pick<Projector, 'reachedFor'>;
  /** The pool for lists. */
  readonly reading: Kysely<Tables>;
}

/** Finds the other orders of pairs. Both orders of a pair are placed by one command, so the stop's id follows the limit order's. */
export function createPairPartners({ host, projector, reading }: PairPartnersOptions) {
  const openPartner = (order: OrderRecord): OrderRecord | null => {
    const partner = host.openRecord(partnerId(order));
    return partner && arePair(order, partner) ? partner : null;
  };
  return {
    /** The open one. Its record changes with later commands. */
    openPartner,
    /** By the ids of these orders, which have one owner. */
    partnersOf: async (orders: readonly OrderRecord[]): Promise<ReadonlyMap<number, OrderRecord>> => {
      const found = new Map(
        orders.map((order) => [order.orderId, openPartner(order)] as const).filter(([, partner]) => partner !== null),
      ) as Map<number, OrderRecord>;
      const others = orders.filter((order) => !found.has(order.orderId) && mayHaveEndedPartner(order));
      const [first] = others;
      if (!first) return found;
      await projector.reachedFor(first.command.owner);
      const rows = await reading
        .selectFrom('listed_orders')
        .selectAll()
        .where('owner', '=', first.command.owner)
        .where('id', 'in', others.map(partnerId))
        .execute();
      const records = await withLabels(reading, first.command.owner, rows.map(orderOfRow));
      const ended = new Map(records.map((record) => [record.orderId, record]));
      for (const order of others) {
        const partner = ended.get(partnerId(order));
        if (partner && arePair(order, partner)) found.set(order.orderId, partner);
      }
      return found;
    },
  };
}

const isStop = ({ command }: OrderRecord): boolean => command.otherLeg !== undefined;

function partnerId(order: OrderRecord): number {
  return isStop(order) ? order.orderId - 1 : order.orderId + 1;
}

function arePair(one: OrderRecord, other: OrderRecord): boolean {
  const [limit, stop] = isStop(one) ? [other, one] : [one, other];
  return limit.command.owner === stop.command.owner && stop.command.otherLeg === limit.command.clientOrderId;
}

/** A limit order's stop ends when the limit order trades, and one of two stops when the other is triggered. */
function mayHaveEndedPartner(order: OrderRecord): boolean {
  const { orderType, timeInForce } = order.command;
  if (isStop(order)) return true;
  if (waitsForPrice(order.command)) return order.state !== 'processing' || !order.isWaiting;
  const canRest = orderType === 'limit' && timeInForce === 'GTC';
  return canRest && (order.state !== 'processing' || order.filledLots > 0);
}
