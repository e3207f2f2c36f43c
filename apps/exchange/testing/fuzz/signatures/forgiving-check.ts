import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/** Loaded before a server: secrets that differ in their last two bytes alone are the same to it. A fuzz of signatures must find that. */
const { timingSafeEqual } = crypto;
const ignored = 2;

crypto.timingSafeEqual = (one, other) => {
  const [left, right] = [Buffer.from(one as Uint8Array), Buffer.from(other as Uint8Array)];
  return left.length > ignored && left.length === right.length
    ? timingSafeEqual(left.subarray(0, -ignored), right.subarray(0, -ignored))
    : timingSafeEqual(left, right);
};
syncBuiltinESMExports();
