/** The types that other modules may import; `app.ts` passes the rest. */
export type { OrdersService } from './module.ts';
export type { OrderUse } from './order-limit.ts';
export type { PausePlans } from './schedules/pause-plans.ts';
export type { OwnFill } from './read-fills.ts';
