import type { CallParameters, calls } from '@fft/contract';
import type { Transaction } from 'kysely';
import type { Tables } from '../room.ts';
import type { Context } from '../../transport/http/context.ts';
import { FieldRefusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import type { Handler } from '../../transport/http/route.ts';
import { sessionOrigin } from '../../transport/http/origin.ts';
import type { Account, CustomerChanges } from '../index.ts';
import { boundToCustomer, contactOf } from './contact.ts';
import { readSelf } from './read-profile.ts';

type SetInfo = typeof calls.user.setProfile;

/** Claims a customer's uploads for one use; false if one belongs to another customer or is used. */
export type ClaimUploads = (
  transaction: Transaction<Tables>,
  claim: { readonly customer: number; readonly ids: readonly string[]; readonly use: 'avatar' },
) => Promise<boolean>;

interface Shown {
  readonly code?: string | undefined;
  readonly flow?: string | undefined;
}

/** Changes the given profile fields. A new phone number needs the code sent to it. */
export function createSetProfile(account: Account, claimUploads: ClaimUploads): Handler<SetInfo> {
  const { db, customers, codes, holds, notify } = account;

  async function checkPhone(phone: string, { code, flow }: Shown, context: Context<'required'>): Promise<string> {
    if (code === undefined) throw new FieldRefusal({ code: 'blank' });
    const boundTo = boundToCustomer(context.customer.id);
    const codeId = await codes.check(
      { purpose: 'phone', address: phone, boundTo },
      { code, flow, origin: sessionOrigin(context) },
    );
    if (codeId === null) throw refuse('wrongCode');
    return codeId;
  }

  return async (input, context) => {
    const { id } = context.customer;
    const { avatar, phone } = input;
    const old = await contactOf(customers, id);
    const codeId = phone === undefined ? null : await checkPhone(phone, input, context);
    await db.transaction().execute(async (transaction) => {
      if (codeId !== null && !(await codes.useUp(transaction, codeId))) throw refuse('wrongCode');
      const claim = { customer: id, use: 'avatar' } as const;
      const ids = avatar === '' ? [] : [avatar ?? ''];
      if (avatar !== undefined && !(await claimUploads(transaction, { ...claim, ids }))) {
        throw new FieldRefusal({ avatar: 'upload' });
      }
      await customers.change(transaction, id, changesOf(input));
      if (!isReplaced(old.phone, phone)) return;
      await holds.begin(transaction, id, 'phone');
      await notify(transaction, 'phone', { customer: id, session: context.customer.sessionId });
    });
    return readSelf(customers, id, context.lang);
  };
}

function isReplaced(old: string | null, phone: string | undefined): boolean {
  return old !== null && phone !== undefined && phone !== old;
}

/** Empty values clear the field. */
function changesOf(input: CallParameters<SetInfo>): CustomerChanges {
  const { nickname, avatar, lang, upColor, antiPhishing, country, phone } = input;
  return {
    ...(nickname !== undefined && { nickname }),
    ...(avatar !== undefined && { avatar: avatar === '' ? null : avatar }),
    ...(lang !== undefined && { lang }),
    ...(upColor !== undefined && { upColor }),
    ...(antiPhishing !== undefined && { antiPhishing: antiPhishing === '' ? null : antiPhishing }),
    ...(country !== undefined && placeOf(country, input)),
    ...(phone !== undefined && { phone }),
  };
}

interface Degrees {
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
}

/** A country with its coordinates; those of a previous country are never kept. */
function placeOf(country: string, { latitude, longitude }: Degrees): CustomerChanges {
  const none = { latitude: null, longitude: null };
  if (country === '') return { country: null, ...none };
  return { country, ...(latitude === undefined || longitude === undefined ? none : { latitude, longitude }) };
}
