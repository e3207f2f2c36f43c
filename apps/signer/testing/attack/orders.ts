import { undecided, verifyOrderMac, type WithdrawalOrder } from '@fft/chains';
import { formatUnits, parseUnits } from 'viem';
import { macKey } from '../test-authorization.ts';
import type { Family, Outflow, Signed } from './family.ts';

/** An order as a request has it, read by the test itself. */
interface AskedOrder {
  readonly reference: number;
  readonly withdrawal?: Omit<WithdrawalOrder, 'id'> & { readonly mac: string };
}

function ordersIn(asked: Record<string, unknown>): readonly AskedOrder[] {
  if (asked['purpose'] !== 'withdrawal') return [];
  const { further = [], ...first } = asked as unknown as AskedOrder & { readonly further?: readonly AskedOrder[] };
  // One order is one payment, however often a request has it.
  return [...new Map([first, ...further].map((order) => [order.reference, order])).values()];
}

function isFor(
  { withdrawal, reference }: AskedOrder,
  { coin, to, amount }: Outflow,
  { chain, units }: Family,
): boolean {
  const unit = units[coin];
  if (!withdrawal || !unit) return false;
  const { mac, ...order } = withdrawal;
  return (
    order.decision !== undecided &&
    verifyOrderMac(macKey, { id: reference, ...order }, mac) &&
    order.chain === chain &&
    order.coin === unit.coin &&
    order.address.toLowerCase() === to.toLowerCase() &&
    parseUnits(order.amount, unit.decimals) - parseUnits(order.fee, unit.decimals) === amount
  );
}

/** What left without a decided order of its own in the request that it was signed for. */
export function unorderedOf(family: Family, signed: readonly Signed[]): string[] {
  return signed.flatMap(({ away, asked }) =>
    asked.flatMap((one) => {
      const orders = [...ordersIn(one)];
      return away.flatMap((outflow) => {
        const place = orders.findIndex((order) => isFor(order, outflow, family));
        if (place >= 0) orders.splice(place, 1);
        const { decimals = 0 } = family.units[outflow.coin] ?? {};
        return place >= 0 ? [] : [`${formatUnits(outflow.amount, decimals)} ${outflow.coin} to ${outflow.to}`];
      });
    }),
  );
}

/** Orders of requests that were signed without a payment for each. */
export function unpaidOf(signed: readonly Signed[]): number[] {
  return signed.flatMap(({ asked, payments }) =>
    asked.flatMap((one) => {
      const orders = ordersIn(one);
      return payments === undefined || orders.length <= payments ? [] : orders.map(({ reference }) => reference);
    }),
  );
}

/** Orders that two transactions pay which could both be included. */
export function paidTwiceOf(signed: readonly Signed[]): number[] {
  const slots = new Map<number, Set<string>>();
  for (const { asked, slot } of signed)
    for (const { reference } of asked.flatMap(ordersIn))
      slots.set(reference, (slots.get(reference) ?? new Set()).add(slot));
  return [...slots].filter(([, ofOne]) => ofOne.size > 1).map(([reference]) => reference);
}

/** The most orders that one transaction pays. */
export function longestBatchOf(signed: readonly Signed[]): number {
  return Math.max(...signed.map(({ away }) => away.length));
}
