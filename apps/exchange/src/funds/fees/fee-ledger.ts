import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { EngineHost } from '../../ledger/replica/engine-host.ts';
import type { Gateway } from '../../ledger/gateway.ts';
import { type FeeRates, withinCap } from '../../ledger/listings/fee-cap.ts';
import { refusalOf, refuseUnavailable } from '../../ledger/refusals.ts';

export type Fees = FeeRates;

export interface FeeLedgerOptions {
  readonly db: Kysely<Tables>;
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly maxFeePpm: number;
}

/** The ledger's value for “use the market's fees”. */
const none = -1;
const atOnce = 500;

/** Sets a customer's fees in the ledger; null restores the markets' fees. @throws Refusal if the ledger rejects the fees */
export async function setLedgerFees(options: FeeLedgerOptions, owner: number, fees: Fees | null): Promise<void> {
  const ppm = { makerFeePpm: fees?.makerPpm ?? none, takerFeePpm: fees?.takerPpm ?? none };
  const outcome = await options.gateway.submit({ type: 'setFees', owner, ...ppm }).catch(refuseUnavailable);
  if (outcome.kind === 'rejected') throw refusalOf(outcome.reason);
}

/** Sets the ledger's fees to those of the tables where they differ; returns the number of changes. @throws Refusal */
export async function syncFeeOverrides(options: FeeLedgerOptions): Promise<number> {
  // Includes changes that another process has just submitted.
  await options.host.catchUp();
  const rows = await options.db
    .selectFrom('customer_fees')
    .leftJoin('fee_tiers', 'fee_tiers.id', 'customer_fees.tier')
    .select(({ fn }) => [
      'customer',
      fn.coalesce('fee_tiers.maker_ppm', 'customer_fees.maker_ppm').as('makerPpm'),
      fn.coalesce('fee_tiers.taker_ppm', 'customer_fees.taker_ppm').as('takerPpm'),
    ])
    .execute();
  const wanted = rows.map(({ customer, makerPpm, takerPpm }) => {
    const isOwn = makerPpm !== null && takerPpm !== null;
    return { customer, fees: isOwn ? withinCap({ makerPpm, takerPpm }, options.maxFeePpm) : null };
  });
  const differing = wanted.filter(({ customer, fees }) => {
    const known = options.host.engine.feeOverride(customer);
    return known?.makerFeePpm !== fees?.makerPpm || known?.takerFeePpm !== fees?.takerPpm;
  });
  for (let from = 0; from < differing.length; from += atOnce) {
    await Promise.all(
      differing.slice(from, from + atOnce).map(({ customer, fees }) => setLedgerFees(options, customer, fees)),
    );
  }
  return differing.length;
}
