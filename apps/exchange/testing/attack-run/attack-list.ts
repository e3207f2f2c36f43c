import type { Attack } from './attack.ts';
import { binanceReads } from './attacks/binance-reads.ts';
import { connectionFloods } from './attacks/connection-floods.ts';
import { heavyReads } from './attacks/heavy-reads.ts';
import { inboxGrowth, thiefsPlan, twapCrowd } from './attacks/later-acts.ts';
import { icebergParts, manyFills } from './attacks/iceberg-parts.ts';
import { burntResets, lockOut, operatorLockOut, passwordFlood } from './attacks/log-ins.ts';
import { narrowedActs } from './attacks/not-understood.ts';
import { marketTerms } from './attacks/market-terms.ts';
import { oddTicks } from './attacks/odd-ticks.ts';
import { oneOperator } from './attacks/one-operator.ts';
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
  marketTerms,
  oneOperator,
  thinTrade,
  belowReview,
  parallelWithdrawals,
  sameRequest,
  narrowedActs,
  mailCodeReuse,
  appCodeReuse,
  lockOut,
  burntResets,
  operatorLockOut,
  passwordFlood,
  ...heavyReads,
  ...binanceReads,
  smuggling,
  ...connectionFloods,
  ...socketFloods,
  twapCrowd,
  inboxGrowth,
  thiefsPlan,
];
