import type { calls, Lang } from '@fft/contract';
import { formatDecimal } from '@fft/decimal';
import { refuse } from '../refusals.ts';
import type { Handler } from '../../transport/http/route.ts';
import { sessionOrigin } from '../../transport/http/origin.ts';
import type { WithdrawalOptions } from './options.ts';
import type { Rail } from './rail.ts';
import { checkRequest, codeBinding, type WithdrawalRequest } from './request.ts';

/** Sends a code that allows exactly this withdrawal; the mail describes it. */
export function sendWithdrawalCode(options: WithdrawalOptions): Handler<typeof calls.withdrawals.sendCode> {
  const { gates, account, directory } = options;
  return async (fields, context) => {
    const { customer, lang, traceId } = context;
    await gates.require('withdraw', customer.id);
    const request = await checkRequest(options, customer.id, fields);
    const address = await boundAddress(options, customer.id);
    const { decimals } = directory.asset(request.asset);
    return account.sender.mail({
      purpose: 'withdraw',
      address: address.email,
      antiPhishing: address.antiPhishing,
      boundTo: codeBinding(customer.id, request),
      details: details(
        request,
        formatDecimal(request.amount, decimals, { trim: true, grouped: true }),
        options.rail,
        lang,
      ),
      customer: customer.id,
      origin: sessionOrigin(context),
      isOwn: true,
      lang,
      traceId,
    });
  };
}

/** Returns the address that receives the customer's codes. @throws Refusal `emailNotBound` */
export async function boundAddress(
  { account }: Pick<WithdrawalOptions, 'account'>,
  customer: number,
): Promise<{ readonly email: string; readonly antiPhishing: string | null }> {
  const contact = await account.customers.contact(customer);
  if (contact === null) throw refuse('sessionInvalid');
  if (contact.email === null) throw refuse('emailNotBound');
  return { email: contact.email, antiPhishing: contact.antiPhishing };
}

function details({ network, address }: WithdrawalRequest, amount: string, rail: Rail, lang: Lang): readonly string[] {
  const label = lang === 'zh' ? '提现数量：' : 'Amount: ';
  return [`${label}${amount} ${network.coin}`, ...rail.describe(network, address, lang)];
}
