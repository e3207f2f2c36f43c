import type { CallParameters, calls } from '@fft/contract';
import type { Context } from '../../transport/http/context.ts';
import { FieldRefusal } from '../../refusals/refusal.ts';
import type { Handler } from '../../transport/http/route.ts';
import { alreadyRegisteredMail } from '../mails/already-registered.ts';
import { sessionOrigin } from '../../transport/http/origin.ts';
import type { Account } from '../index.ts';
import { boundEmail, boundToCustomer, contactOf } from '../profile/contact.ts';

type PassEmail = typeof calls.user.sendCode;
type Sent = Promise<{ resendAfter: number; flow: string }>;

/** Sends the code for a change of the account: to the bound address, a new address, or a phone. */
export function createSendAccountCode({
  customers,
  sender,
}: Pick<Account, 'customers' | 'sender'>): Handler<PassEmail> {
  async function toBound(purpose: 'login' | 'pay' | 'unbind' | 'apiKey', context: Context<'required'>): Sent {
    const contact = await contactOf(customers, context.customer.id);
    const { antiPhishing } = contact;
    return sender.mail({ purpose, address: boundEmail(contact), antiPhishing, isOwn: true, ...orderOf(context) });
  }

  /** Only the mail shows whether another customer has the address. The anti-phishing code is left out, as the address may be anyone's. */
  async function toNew(address: string, context: Context<'required'>): Sent {
    const contact = await contactOf(customers, context.customer.id);
    if (address === contact.email) throw new FieldRefusal({ email: 'sameEmail' });
    const order = { purpose: 'bind', address, ...orderOf(context) } as const;
    const owner = await customers.findCredentials(address);
    if (owner === null) return sender.mail(order);
    return sender.mailInstead(order, alreadyRegisteredMail(context.lang, owner.antiPhishing));
  }

  return ({ type, email, phone }: CallParameters<PassEmail>, context) => {
    if (type === 'phone') {
      if (phone === undefined) throw new FieldRefusal({ phone: 'blank' });
      return sender.sms({ purpose: 'phone', address: phone, ...orderOf(context) });
    }
    if (type !== 'bind') return toBound(type, context);
    return email === undefined ? toBound('unbind', context) : toNew(email, context);
  };
}

function orderOf(context: Context<'required'>) {
  const { customer, lang, traceId } = context;
  return {
    origin: sessionOrigin(context),
    customer: customer.id,
    boundTo: boundToCustomer(customer.id),
    lang,
    traceId,
  };
}
