import type { Attack } from './attack.ts';
import { connectionFloods } from './attacks/connection-floods.ts';
import { icebergParts, manyFills } from './attacks/iceberg-parts.ts';
import { oddTicks } from './attacks/odd-ticks.ts';
import { operatorRate, thinTrade } from './attacks/operator-rate.ts';
import { socketFloods } from './attacks/socket-floods.ts';

/** Every attack of the run, in its order. */
export const attacks: readonly Attack[] = [
  icebergParts,
  manyFills,
  oddTicks,
  operatorRate,
  thinTrade,
  ...connectionFloods,
  ...socketFloods,
];
