import type { calls, CallParameters } from '@fft/contract';
import { parseDecimal } from '@fft/decimal';
import type { Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import type { Context } from '../../transport/http/context.ts';
import { refuse } from '../refusals.ts';
import { lockedRefusal } from '../../refusals/refuse.ts';
import type { Handler } from '../../transport/http/route.ts';
import { InFlight } from '../../transport/http/in-flight.ts';
import { refusalOf, refuseUnavailable, refuseUnfinished } from '../../ledger/refusals.ts';
import { sessionOrigin } from '../../transport/http/origin.ts';
import type { WithdrawalOptions } from './options.ts';
import { boundAddress } from './send-withdrawal-code.ts';
import { checkRequest, codeBinding, refuseHeld, type WithdrawalRequest } from './request.ts';
import { refuseOverRoom, usedRoom } from './day-room.ts';
import { dayLimit, plan } from './rules.ts';
import { signsOf } from './signs.ts';
import { withdrawalWire } from './wire.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

type Submit = typeof calls.withdrawals.submit;
type Input = CallParameters<Submit>;
/** A request without its proofs. */
type Asked = CallParameters<typeof calls.withdrawals.submitByKey>;

/**
 * Accepts a withdrawal request once per requestId. Checks that need no secret come before the code, the transaction password and the second factor, so that a refusal uses
 * none of them up. A recorded request is always carried on. Concurrent copies of a request run once: what only the first can use (code, factor, money, daily room) refuses
 * none of the others.
 */
export function submitWithdrawal(options: WithdrawalOptions): Handler<Submit> {
  const underWay = new InFlight<WithdrawalRow>();
  return async (input, context) => {
    const { customer, lang } = context;
    await options.gates.require('withdraw', customer.id);
    const key = JSON.stringify([customer.id, input]);
    const make = () => add(options, context, input);
    return withdrawalWire(options.directory, await underWay.join(key, () => take(options, context, input, make)), lang);
  };
}

/**
 * Accepts a withdrawal that an API key signed: the signature replaces code, transaction password and second factor, which were required when the key got its right.
 * Everything else is as for a person: saved addresses and their waits, holds, limits, reviews.
 */
export function submitByKey(options: WithdrawalOptions): Handler<typeof calls.withdrawals.submitByKey> {
  const underWay = new InFlight<WithdrawalRow>();
  return async (input, context) => {
    const { customer, lang } = context;
    // A session must never come here: it would need no code.
    if (!customer.key) throw refuse('apiKeyNeeded', { data: { right: 'withdraw' } });
    const apiKey = customer.key.id;
    await options.gates.require('withdraw', customer.id);
    const key = JSON.stringify([customer.id, apiKey, input]);
    const make = () => addByKey(options, { context, input, apiKey });
    return withdrawalWire(options.directory, await underWay.join(key, () => take(options, context, input, make)), lang);
  };
}

interface ByKey {
  readonly context: Context<'required'>;
  readonly input: Asked;
  readonly apiKey: string;
}

async function addByKey(options: WithdrawalOptions, { context, input, apiKey }: ByKey): Promise<WithdrawalRow> {
  const customer = context.customer.id;
  await options.processor.requireOpen().catch(refuseUnavailable);
  const request = await checkRequest(options, customer, input);
  await boundAddress(options, customer);
  await options.projector.reachedFor(customer);
  const { sessionId: session } = context.customer;
  return write(options, { customer, session, requestId: input.requestId, request, proof: { apiKey } });
}

async function take(
  options: WithdrawalOptions,
  context: Context<'required'>,
  input: Asked,
  make: () => Promise<WithdrawalRow>,
): Promise<WithdrawalRow> {
  const find = () => options.withdrawals.findRequest(context.customer.id, input.requestId);
  const row =
    (await find()) ??
    (await make().catch(async (refusal: unknown) => {
      // Another process may have accepted the same request, and used up what this one was refused for.
      const rival = await find();
      if (rival === null) throw refusal;
      return rival;
    }));
  refuseOtherBody(options, row, input);
  return carryOn(options, row);
}

/** Returns a recorded withdrawal; carries on with one that is only requested. */
async function carryOn({ processor }: WithdrawalOptions, row: WithdrawalRow): Promise<WithdrawalRow> {
  if (row.state === 'refused') throw refusalOf(row.reason as Parameters<typeof refusalOf>[0]);
  return row.state === 'requested' ? processor.begin(row).catch(refuseUnfinished) : row;
}

async function add(options: WithdrawalOptions, context: Context<'required'>, input: Input): Promise<WithdrawalRow> {
  const { account } = options;
  const customer = context.customer.id;
  const origin = sessionOrigin(context);
  await options.processor.requireOpen().catch(refuseUnavailable);
  const request = await checkRequest(options, customer, input);
  const { email } = await boundAddress(options, customer);
  const codeFor = { purpose: 'withdraw', address: email, boundTo: codeBinding(customer, request) } as const;
  const { code, flow } = input;
  const codeId = await account.codes.check(codeFor, { code, flow, origin });
  if (codeId === null) throw refuse('wrongCode');
  await account.payPassword.verify(customer, input.payPassword, origin);
  await account.secondFactor.require(customer, input.totp, origin);
  // A fresh deposit is a sign of risk, and is read from the tables.
  await options.projector.reachedFor(customer);
  return write(options, {
    customer,
    session: context.customer.sessionId,
    requestId: input.requestId,
    request,
    proof: { codeId },
  });
}

interface Written {
  readonly customer: number;
  readonly session: string;
  readonly requestId: string;
  readonly request: WithdrawalRequest;
  readonly proof: Proof;
}

/** The code that a person entered, or the key that signed the request. */
type Proof = { readonly codeId: string } | { readonly apiKey: string };

/** @throws Refusal if the code was used up, or the key revoked, since it was checked */
async function useProof({ account }: WithdrawalOptions, transaction: Transaction<Tables>, proof: Proof): Promise<void> {
  if ('codeId' in proof) {
    if (!(await account.codes.useUp(transaction, proof.codeId))) throw refuse('wrongCode');
    return;
  }
  const key = transaction.selectFrom('api_keys').select('id').where('id', '=', proof.apiKey).forShare();
  if ((await key.executeTakeFirst()) === undefined) throw refuse('apiKeyUnknown');
}

/** Uses up the code and records the request in one transaction, one at a time for each customer, so that the daily limit holds. */
function write(
  options: WithdrawalOptions,
  { customer, session, requestId, request, proof }: Written,
): Promise<WithdrawalRow> {
  const { db, withdrawals } = options;
  return db.transaction().execute(async (transaction) => {
    const { locked_at: lockedAt, locked_by: lockedBy } = await transaction
      .selectFrom('customers')
      .select(['locked_at', 'locked_by'])
      .where('id', '=', customer)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const rival = await transaction
      .selectFrom('withdrawals')
      .selectAll()
      .where('customer', '=', customer)
      .where('request_id', '=', requestId)
      .executeTakeFirst();
    if (rival) return rival;
    // Either may have changed since the request was checked.
    if (lockedAt !== null) throw lockedRefusal({ at: lockedAt, by: lockedBy ?? 'operator' });
    await refuseHeld(options, customer, transaction);
    await useProof(options, transaction, proof);
    const { network, address, asset, amount, fee, usdtUnits } = request;
    const limit = await limitNow(options, transaction, customer);
    const room = await usedRoom(withdrawals, { customer, limit }, transaction);
    refuseOverRoom(room, usdtUnits);
    const { chain } = network;
    const time = options.now();
    const query = { customer, session, chain, address: address.address, memo: address.memo, usdtUnits, time };
    const signs = await signsOf(transaction, query);
    return withdrawals.add(transaction, {
      customer,
      request_id: requestId,
      coin: network.coin,
      chain,
      asset,
      address_id: address.id,
      address: address.address,
      memo: address.memo,
      amount,
      fee,
      usdt_units: usdtUnits === null ? null : Number(usdtUnits),
      ...plan(options.limits, { usdtUnits, usedUnits: room.used, signs }),
    });
  });
}

/** Reads the limit again once the customer's row is locked: the identity may have been revoked since the check. */
async function limitNow(
  { limits }: WithdrawalOptions,
  transaction: Transaction<Tables>,
  customer: number,
): Promise<bigint> {
  const latest = await transaction
    .selectFrom('identities')
    .select('state')
    .where('customer', '=', customer)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return dayLimit(limits, latest?.state ?? 'none');
}

/** @throws Refusal `conflict` */
function refuseOtherBody({ directory }: WithdrawalOptions, row: WithdrawalRow, input: Asked): void {
  const amount = parseDecimal(input.amount, directory.asset(row.asset).decimals);
  const isSame =
    row.coin === input.coin &&
    row.chain === input.chain &&
    String(row.address_id) === input.addressId &&
    amount.ok &&
    amount.units === row.amount;
  if (!isSame) throw refuse('idConflict');
}
