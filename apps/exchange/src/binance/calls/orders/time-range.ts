import { ApiError } from '../../api-error.ts';
import { limitTo, time } from '../param-types.ts';
import { optional, withDefault } from '../params.ts';

const dayMs = 86_400_000;
const [defaultLimit, maxLimit] = [500, 1_000];

/** Parameters of lists by time. */
export const rangeParams = {
  startTime: optional(time),
  endTime: optional(time),
  limit: withDefault(limitTo(maxLimit), defaultLimit),
};

/** @throws ApiError −1127 */
export function requireDay(startTime: number | undefined, endTime: number | undefined): void {
  if (startTime === undefined || endTime === undefined || endTime - startTime <= dayMs) return;
  throw new ApiError(400, -1127, 'More than 24 hours between startTime and endTime.');
}
