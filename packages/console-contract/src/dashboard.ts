import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { reading } from './operator-call.ts';

export const alarmKinds = [
  'projectionLag',
  'journalSlow',
  'booksDiffer',
  'wrongCodes',
  'solvency',
  'chainStalled',
  'identityQueue',
  'withdrawalQueue',
] as const;
export type AlarmKind = (typeof alarmKinds)[number];

/** How things stood at a minute. Money in USDT. */
const sample = z.object({
  time: field.time,
  volume: field.decimal,
  fees: field.decimal,
  customers: z.number(),
  sockets: z.number(),
  openOrders: z.number(),
  commitMs: z.number(),
  lagMs: z.number(),
});
export type Sample = z.output<typeof sample>;

const alarm = z.object({
  id: z.number(),
  kind: z.enum(alarmKinds),
  since: field.time,
  until: z.nullable(field.time),
  detail: z.string(),
});
export type Alarm = z.output<typeof alarm>;

export const dashboardCalls = {
  read: reading({
    name: 'dashboard',
    right: 'dashboard.see',
    summary: 'How the exchange does: now, over the last hours, what waits, and what is wrong.',
    input: z.object({ hours: z._default(field.whole(1, 720), 24) }),
    output: z.object({
      now: z.nullable(sample),
      samples: z.array(sample),
      /** What was traded in each stretch, oldest first. */
      turnover: z.array(z.object({ time: field.time, usdt: field.decimal })),
      queues: z.object({ identity: z.number(), withdrawals: z.number(), approvals: z.number() }),
      alarms: z.array(alarm),
    }),
  }),
};
