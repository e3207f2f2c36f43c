import { calls, type CallOutput } from '@fft/contract';
import { formatDecimal, multiplyDivideUp, parseDecimal } from '@fft/decimal';
import type { AssetRules } from '@fft/engine';
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../exchange/src/demo/room.ts';
import { FieldRefusal } from '../../exchange/src/refusals/refusal.ts';
import { refuse } from './refusals.ts';
import { route, type Api } from '../../exchange/src/transport/http/route.ts';
import type { Directory } from '../../exchange/src/ledger/listings/directory.ts';
import type { EngineHost } from '../../exchange/src/ledger/replica/engine-host.ts';
import type { Gateway } from '../../exchange/src/ledger/gateway.ts';
import { refusalOf, refuseUnavailable } from '../../exchange/src/ledger/refusals.ts';

/** Sends the agreed amount and returns the transaction's id. */
type Send = () => Promise<string>;

export interface FaucetOptions {
  readonly api: Api;
  readonly db: Kysely<Tables>;
  readonly directory: Directory;
  readonly host: EngineHost;
  readonly gateway: Gateway;
  readonly now: () => number;
  /** Prepares to send units of a coin to a customer over the demo's chain. Null if no chain sends the coin or the amount. */
  readonly sendOverChain: (customer: number, coin: string, units: number) => Promise<Send | null>;
}

type FaucetGrant = Omit<Tables['faucet_grants'], 'txid'>;

const usdtDecimals = 6;
const dayMs = 86_400_000;
/** A customer's daily limit, in millionths of a USDT. */
const faucetLimit = 100_000 * 10 ** usdtDecimals;

/** What a whole coin counts against the limit, in USDT. The prices are fixed, so that trades between friends cannot lower them. */
const faucetPrices: Readonly<Record<string, number>> = {
  BTC: 97_000,
  ETH: 3_400,
  SOL: 215,
  BNB: 680,
  POL: 0.45,
  XRP: 2.3,
  DOGE: 0.33,
  LTC: 104,
  USDT: 1,
  USDC: 1,
  USD: 1,
  CNY: 0.14,
};

/** Serves the demo's faucet of test coins. A demo chain sends the coins that exist there; a journal command credits the others. */
export function serveFaucet({ api, db, directory, host, gateway, now, sendOverChain }: FaucetOptions): void {
  route(api, calls.demo.faucet, async ({ requestId, coin, amount }, { customer }) => {
    const assetId = directory.assetId(coin);
    if (assetId === null) throw refuse('unknownCoin');
    const asset = directory.asset(assetId);
    const units = unitsOf(amount, asset);
    const usdtUnits = worthOf(units, asset);
    const grant = {
      customer: customer.id,
      request_id: requestId,
      day: Math.floor(now() / dayMs),
      usdt_units: usdtUnits,
      coin,
      units,
    };
    const { taken, isOld } = await takeFromLimit(db, grant);
    const kind = directory.describe(coin).fiat ? 'fiat' : 'coin';
    const send = kind === 'coin' ? await sendOverChain(customer.id, coin, units) : null;
    if (send) {
      await sendOnce(db, grant, send);
    } else if (!isOld) {
      // An old request was carried out on an earlier day, even though the ledger has forgotten its id.
      const [owner, source] = [customer.id, 'adjustments'] as const;
      const outcome = await gateway
        .submit({ type: 'deposit', requestId, source, owner, kind, asset: assetId, amount: units })
        .catch(refuseUnavailable);
      if (outcome.kind === 'rejected') throw refusalOf(outcome.reason);
    }
    const answer: CallOutput<typeof calls.demo.faucet> = {
      coin,
      amount: formatDecimal(units, asset.decimals),
      usable: formatDecimal(host.engine.balance(customer.id, kind, assetId).available, asset.decimals),
      left: formatDecimal(faucetLimit - taken, usdtDecimals),
      onItsWay: send !== null,
    };
    return answer;
  });
}

function unitsOf(amount: string, asset: AssetRules): number {
  const parsed = parseDecimal(amount, asset.decimals);
  if (!parsed.ok || parsed.units === 0) throw new FieldRefusal({ amount: 'amount' });
  return parsed.units;
}

function worthOf(units: number, asset: AssetRules): number {
  const price = faucetPrices[asset.code];
  if (price === undefined) throw refuse('noPrice');
  const microPrice = Math.round(price * 10 ** usdtDecimals);
  // A larger amount exceeds the limit anyway. The cap keeps the product a safe integer.
  const max = 1_000_000 * 10 ** asset.decimals;
  return multiplyDivideUp(Math.min(units, max), microPrice, 10 ** asset.decimals);
}

interface Taken {
  /** The total of the grant's day so far. */
  readonly taken: number;
  /** True if the same request was made on an earlier day. */
  readonly isOld: boolean;
}

/**
 * Books a grant against the customer's day and returns the day's total. A repeated request is booked once.
 * @throws Refusal `conflict` if the request's id belongs to another grant, `withdrawalLimit` if the grant exceeds the limit
 */
async function takeFromLimit(db: Kysely<Tables>, grant: FaucetGrant): Promise<Taken> {
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('faucet', ${grant.customer}))`.execute(transaction);
    const taken = async () => {
      const rows = await transaction
        .selectFrom('faucet_grants')
        .select('usdt_units')
        .where('customer', '=', grant.customer)
        .where('day', '=', grant.day)
        .execute();
      return rows.reduce((sum, { usdt_units }) => sum + usdt_units, 0);
    };
    const before = await transaction
      .selectFrom('faucet_grants')
      .selectAll()
      .where('customer', '=', grant.customer)
      .where('request_id', '=', grant.request_id)
      .executeTakeFirst();
    if (before === undefined) {
      await transaction
        .insertInto('faucet_grants')
        .values({ ...grant, txid: null })
        .execute();
    } else if (before.coin !== grant.coin || before.units !== grant.units) {
      throw refuse('idConflict');
    }
    const total = await taken();
    if (total > faucetLimit) {
      const left = formatDecimal(Math.max(0, faucetLimit - total + grant.usdt_units), usdtDecimals, { trim: true });
      throw refuse('faucetLimit', {
        values: { left },
        data: { max: left, field: 'amount' },
      });
    }
    return { taken: total, isOld: before !== undefined && before.day !== grant.day };
  });
}

/** Sends a grant that was not sent yet. A grant that a crash interrupted is never repeated: no coins are better than coins twice. */
async function sendOnce(db: Kysely<Tables>, { customer, request_id }: FaucetGrant, send: Send): Promise<void> {
  const ofGrant = () =>
    db.updateTable('faucet_grants').where('customer', '=', customer).where('request_id', '=', request_id);
  const { numUpdatedRows } = await ofGrant().set({ txid: '' }).where('txid', 'is', null).executeTakeFirst();
  if (numUpdatedRows === 1n)
    await ofGrant()
      .set({ txid: await send() })
      .execute();
}
