import { useEffect, useRef } from 'react';
import type { OrderMap } from '../../../../features/live/order-merge.ts';
import { useOwnOrders } from '../../../../features/live/orders.ts';
import { orderRefused } from '../../send/order-refused.ts';
import { heardBetween } from './heard.ts';
import { play } from './play.ts';

/** Sounds for fills and refusals. What happened before the page was open makes none. */
export function OrderSounds() {
  const orders = useOwnOrders()?.value ?? null;
  const before = useRef<OrderMap | null>(null);
  useEffect(() => {
    const heard = before.current === null || orders === null ? null : heardBetween(before.current, orders);
    before.current = orders;
    if (heard !== null) play(heard);
  }, [orders]);
  useEffect(() => orderRefused.subscribe(() => play('refused')), []);
  return null;
}
