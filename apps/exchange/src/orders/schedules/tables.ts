import type { GeneratedAlways, Generated } from 'kysely';

export type ScheduleKind = 'twap' | 'recurring';
export type ScheduleState = 'running' | 'paused' | 'stopping' | 'ended';
export type ChildState = 'sending' | 'open' | 'ended' | 'refused' | 'skipped';

export interface ScheduleTables {
  order_schedules: {
    id: GeneratedAlways<number>;
    customer: number;
    client_id: string;
    kind: ScheduleKind;
    /** JSON, whose form depends on the kind. */
    terms: string;
    created: number;
    session: string | null;
    /** Over the columns above but the id. */
    mac: Buffer;
    state: ScheduleState;
    reason: string | null;
    step: Generated<number>;
    next_at: number;
    session_expires: number | null;
    ended: number | null;
  };
  order_schedule_children: {
    schedule: number;
    number: number;
    slot: number;
    time: number;
    lots: number;
    price_ticks: number;
    state: ChildState;
    reason: string | null;
    order_id: number | null;
    filled_lots: Generated<number>;
    filled_notional: Generated<number>;
    fee: Generated<number>;
    /** Units that a recurring buy paid, and received after the fees. Null in rows of earlier versions: the order's own columns have them. */
    paid: Generated<number | null>;
    received: Generated<number | null>;
  };
}
