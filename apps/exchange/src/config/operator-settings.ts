import { maxFeePpm as hardMaxFeePpm } from '@fft/engine';
import * as z from 'zod';
import { wholeNumber } from './whole-number.ts';

/** What one operator may do alone. */
export interface OperatorSettings {
  /** Withdrawals worth this much, in USDT, need two operators' approval. */
  readonly fourEyesFromUsdt: number;
  readonly approverDayUsdt: number;
  /** The highest fee rate of any market, tier or customer, however many agree. */
  readonly maxFeePpm: number;
  /** Customers that one operator may lock, unlock, or otherwise stop within an hour. */
  readonly stopsPerHour: number;
  /** Customers that one operator may write to within an hour. */
  readonly messagesPerHour: number;
  /** Accounts of the exchange itself, such as market makers, besides the treasury's. */
  readonly houseAccounts: readonly number[];
  /** The exchange's other hosts, to which its texts may link. */
  readonly ownHosts: readonly string[];
}

const parts = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

export const operatorEnvironment = {
  FOUR_EYES_FROM_USDT: wholeNumber(0, 999_999_999, 50_000),
  APPROVER_DAY_USDT: wholeNumber(10, 999_999_999, 500_000).nullable().default(null),
  MAX_FEE_PPM: wholeNumber(1, hardMaxFeePpm, 10_000),
  OPERATOR_STOPS_PER_HOUR: wholeNumber(1, 100_000, 30),
  OPERATOR_MESSAGES_PER_HOUR: wholeNumber(0, 1_000_000, 100),
  HOUSE_ACCOUNTS: z
    .string()
    .regex(/^\d{4,15}(\s*,\s*\d{4,15})*$/, 'must be customer numbers, separated by commas')
    .transform((text) => parts(text).map(Number))
    .default([]),
  OWN_HOSTS: z
    .string()
    .toLowerCase()
    .regex(/^[a-z0-9.-]+(\s*,\s*[a-z0-9.-]+)*$/, 'must be hosts like help.fft.example, separated by commas')
    .transform(parts)
    .default([]),
};

interface Given {
  readonly FOUR_EYES_FROM_USDT: number;
  readonly APPROVER_DAY_USDT: number | null;
  readonly WITHDRAWAL_DAY_USDT_VERIFIED: number;
  readonly MAX_FEE_PPM: number;
  readonly OPERATOR_STOPS_PER_HOUR: number;
  readonly OPERATOR_MESSAGES_PER_HOUR: number;
  readonly HOUSE_ACCOUNTS: readonly number[];
  readonly OWN_HOSTS: readonly string[];
}

export function operatorSettingsOf(given: Given): OperatorSettings {
  return {
    fourEyesFromUsdt: given.FOUR_EYES_FROM_USDT,
    // Room for several withdrawals of a customer's maximum.
    approverDayUsdt: given.APPROVER_DAY_USDT ?? Math.max(500_000, 5 * given.WITHDRAWAL_DAY_USDT_VERIFIED),
    maxFeePpm: given.MAX_FEE_PPM,
    stopsPerHour: given.OPERATOR_STOPS_PER_HOUR,
    messagesPerHour: given.OPERATOR_MESSAGES_PER_HOUR,
    houseAccounts: given.HOUSE_ACCOUNTS,
    ownHosts: given.OWN_HOSTS,
  };
}
