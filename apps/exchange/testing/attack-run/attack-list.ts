import type { Attack } from './attack.ts';
import { connectionFloods } from './attacks/connection-floods.ts';
import { heavyReads } from './attacks/heavy-reads.ts';
import { inboxGrowth, thiefsPlan, twapCrowd } from './attacks/later-acts.ts';
import { icebergParts, manyFills } from './attacks/iceberg-parts.ts';
import { burntResets, lockOut, operatorLockOut, passwordFlood } from './attacks/log-ins.ts';
import { oddTicks } from './attacks/odd-ticks.ts';
import { operatorRate, thinTrade } from './attacks/operator-rate.ts';
import {
  appCodeReuse,
  belowReview,
  mailCodeReuse,
  parallelWithdrawals,
  sameRequest,
} from './attacks/repeated-requests.ts';
import { smuggling } from './attacks/smuggling.ts';
import { socketFloods } from './attacks/socket-floods.ts';

/** Every attack of the run, in order. */
export const attacks: readonly Attack[] = [
  icebergParts,
  manyFills,
  oddTicks,
  operatorRate,
  thinTrade,
  belowReview,
  parallelWithdrawals,
  sameRequest,
  mailCodeReuse,
  appCodeReuse,
  lockOut,
  burntResets,
  operatorLockOut,
  passwordFlood,
  ...heavyReads,
  smuggling,
  ...connectionFloods,
  ...socketFloods,
  twapCrowd,
  inboxGrowth,
  thiefsPlan,
];
