import { keyRights, maxApiKeys, type ApiKey, type CallParameters, type calls } from '@fft/contract';
import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import { FieldRefusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import { sessionOrigin } from '../../transport/http/origin.ts';
import type { Handler } from '../../transport/http/route.ts';
import { sessionOfKey } from '../../transport/http/signed-request.ts';
import type { Account } from '../account.ts';
import type { Sessions } from '../sessions/sessions.ts';
import { boundEmail, boundToCustomer, contactOf } from '../profile/contact.ts';
import { readAddressList } from './address-list.ts';
import { deleteApiKey } from './api-key-rows.ts';
import { readPublicKey } from './key-material.ts';
import type { AddApiKey, NewApiKey, OnApiKeyCreated } from './new-api-key.ts';

type List = (customer: number) => Promise<ApiKey[]>;
type Input = CallParameters<typeof calls.keys.create>;

export function createListKeys(list: List): Handler<typeof calls.keys.list> {
  return (_input, { customer }) => list(customer.id);
}

interface CreateKeyOptions {
  readonly db: Kysely<Tables>;
  readonly onCreated: OnApiKeyCreated;
  readonly now: () => number;
  readonly account: Pick<Account, 'customers' | 'codes' | 'confirmPassword' | 'payPassword' | 'secondFactor'>;
  readonly add: AddApiKey;
  readonly list: List;
}

/**
 * Creates a key. It acts without its owner, so it takes every proof that the owner can give: password, code and second factor, and for the right to
 * withdraw the transaction password too. Refusals that need no secret come first.
 */
export function createCreateKey(options: CreateKeyOptions): Handler<typeof calls.keys.create> {
  const { account, db, add, list, onCreated, now } = options;
  const { customers, codes, confirmPassword, payPassword, secondFactor } = account;
  return async (input, context) => {
    const customer = context.customer.id;
    const origin = sessionOrigin(context);
    const wanted = wantedKey(input, now());
    refuseTooMany((await list(customer)).length);
    const address = boundEmail(await contactOf(customers, customer));
    const { code, flow } = input;
    const codeFor = { purpose: 'apiKey', address, boundTo: boundToCustomer(customer) } as const;
    const codeId = await codes.check(codeFor, { code, flow, origin });
    if (codeId === null) throw refuse('wrongCode');
    const passwordHash = await confirmPassword(context, input.password);
    if (wanted.rights.includes('withdraw')) await payPassword.verify(customer, input.payPassword ?? '', origin);
    await secondFactor.require(customer, input.totp, origin);
    const made = await db.transaction().execute(async (transaction) => {
      await lockAndCheck(transaction, customer, passwordHash);
      if (!(await codes.useUp(transaction, codeId))) throw refuse('wrongCode');
      const created = await add(transaction, customer, wanted);
      await onCreated(transaction, customer, { ...wanted, ip: context.ip, time: now() });
      return created;
    });
    const key = (await list(customer)).find(({ id }) => id === made.id);
    if (key === undefined) throw refuse('unknownApiKey');
    return { key, secret: made.secret };
  };
}

/** @throws FieldRefusal */
function wantedKey(input: Input, now: number): NewApiKey {
  const named = input.rights.split(',');
  const rights = keyRights.filter((right) => named.includes(right));
  const addresses = readAddressList(input.addresses ?? '');
  if (addresses === null) throw new FieldRefusal({ addresses: 'addressList' });
  if (rights.includes('withdraw')) {
    if (addresses.length === 0) throw new FieldRefusal({ addresses: 'addressListNeeded' });
    if (input.payPassword === undefined) throw new FieldRefusal({ payPassword: 'blank' });
  }
  const expires = input.expires ?? null;
  if (expires !== null && expires <= now) throw new FieldRefusal({ expires: 'futureTime' });
  const given = input.publicKey?.trim() ?? '';
  const publicKey = given === '' ? null : readPublicKey(given);
  if (given !== '' && publicKey === null) throw new FieldRefusal({ publicKey: 'publicKey' });
  return { name: input.name, rights, addresses, expires, publicKey };
}

/** Serialises the customer's changes: a lock, a new password or another key may have come since the checks. */
async function lockAndCheck(transaction: Transaction<Tables>, customer: number, passwordHash: string): Promise<void> {
  const row = await transaction
    .selectFrom('customers')
    .select('id')
    .where('id', '=', customer)
    .where('password_hash', '=', passwordHash)
    .where('locked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw refuse('sessionInvalid');
  const { count } = await transaction
    .selectFrom('api_keys')
    .select((each) => each.fn.countAll<number>().as('count'))
    .where('customer', '=', customer)
    .executeTakeFirstOrThrow();
  refuseTooMany(count);
}

function refuseTooMany(count: number): void {
  if (count < maxApiKeys) return;
  throw refuse('tooManyApiKeys', { values: { max: maxApiKeys }, data: { max: maxApiKeys } });
}

interface RevokeKeyOptions {
  readonly db: Kysely<Tables>;
  readonly list: List;
  readonly sessions: Pick<Sessions, 'announce'>;
}

/** Revokes a key here and in every other process. It needs no factor: it only takes rights away. */
export function createRevokeKey({ db, list, sessions }: RevokeKeyOptions): Handler<typeof calls.keys.revoke> {
  return async ({ id }, { customer }) => {
    if (!(await deleteApiKey(db, customer.id, id))) throw refuse('unknownApiKey');
    sessions.announce([sessionOfKey(id)]);
    return list(customer.id);
  };
}
