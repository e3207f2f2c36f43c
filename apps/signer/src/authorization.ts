import { maxBatchSize, verifyOrderMac, undecided, type WithdrawalOrder } from '@fft/chains';
import { type Purpose, SigningRefused } from './signing-record.ts';

/** A withdrawal as decided by the exchange, with its MAC. */
export type AuthorizedOrder = Omit<WithdrawalOrder, 'id'> & { readonly mac: string };

/** Purpose and authorization of a signing request. */
export interface SigningRequest {
  readonly purpose: Purpose;
  /** The withdrawal's number, or a unique number of an internal payment. For one purpose and reference, the signer signs one payment and its replacements. */
  readonly reference: number;
  /** Required for withdrawals. */
  readonly withdrawal?: AuthorizedOrder | undefined;
  /** For gas: index of the deposit key on branch 0. */
  readonly deposit?: number | undefined;
  /** The other withdrawals of a batch, in the order of its payments; on UTXO chains and EVM networks. */
  readonly further?: readonly BatchedOrder[] | undefined;
}

/** A withdrawal's number and authorization. */
export type BatchedOrder = Pick<SigningRequest, 'reference' | 'withdrawal'>;

/** All orders of a request, in the order of its payments. */
export function ordersOf(request: SigningRequest): readonly BatchedOrder[] {
  return [request, ...(request.further ?? [])];
}

/**
 * Pairs each order of a request with its payment, in their order.
 * @throws SigningRefused unless there is exactly one for each, and each order is there once
 */
export function pairOrders<Payment>(
  purpose: Purpose,
  orders: readonly BatchedOrder[],
  payments: readonly Payment[],
): readonly { readonly order: BatchedOrder; readonly payment: Payment }[] {
  if (payments.length !== orders.length)
    throw new SigningRefused(
      orders.length === 1
        ? 'the transaction is not exactly one payment'
        : 'the transaction is not exactly one payment for each withdrawal',
    );
  if (orders.length > 1 && purpose !== 'withdrawal') throw new SigningRefused('only withdrawals are paid together');
  if (orders.length > maxBatchSize) throw new SigningRefused('the batch has too many withdrawals');
  if (new Set(orders.map(({ reference }) => reference)).size !== orders.length)
    throw new SigningRefused('a withdrawal is in the batch twice');
  return orders.flatMap((order, index) => {
    const payment = payments[index];
    return payment === undefined ? [] : [{ order, payment }];
  });
}

/** The exchange's name of a coin, and its decimals on the chain. */
export interface CoinUnits {
  readonly coin: string;
  readonly decimals: number;
}

/** The payment decoded from the transaction. */
export interface Paid {
  readonly chain: string;
  readonly coin: CoinUnits;
  readonly amount: bigint;
  /** Returns true if a textual address is the recipient. */
  readonly isTo: (address: string) => boolean;
}

/**
 * Checks that the holder of the MAC key returned a withdrawal to review.
 * @throws SigningRefused
 */
export function checkRevocation(reference: number, withdrawal: AuthorizedOrder, macKey: string): void {
  const { mac, ...order } = withdrawal;
  if (order.decision !== undecided || !verifyOrderMac(macKey, { id: reference, ...order }, mac))
    throw new SigningRefused('no valid proof that this withdrawal returned to review');
}

/**
 * Refuses decisions from before the withdrawal's return to review: an attacker with the database could restore them.
 * @throws SigningRefused
 */
export function checkNotRevoked(request: SigningRequest, sentBack: (reference: number) => number): void {
  if (request.purpose !== 'withdrawal') return;
  for (const { reference, withdrawal } of ordersOf(request))
    if (withdrawal && withdrawal.number <= sentBack(reference))
      throw new SigningRefused('this withdrawal has returned to review since this decision', { reference });
}

/**
 * Checks that the holder of the MAC key authorized exactly this payment.
 * @throws SigningRefused
 */
export function checkAuthorization({ reference, withdrawal }: BatchedOrder, paid: Paid, macKey: string): void {
  if (!withdrawal) throw new SigningRefused('no valid authorization for this withdrawal', { reference });
  const { mac, ...order } = withdrawal;
  if (order.decision === undecided || !verifyOrderMac(macKey, { id: reference, ...order }, mac))
    throw new SigningRefused('no valid authorization for this withdrawal', { reference });
  const [amount, fee] = [unitsOf(order.amount, paid.coin), unitsOf(order.fee, paid.coin)];
  const isSame =
    order.chain === paid.chain &&
    order.coin === paid.coin.coin &&
    paid.isTo(order.address) &&
    amount - fee === paid.amount;
  if (!isSame) throw new SigningRefused('the payment differs from the authorized withdrawal', { reference });
}

/** Refuses amounts with more decimals than the chain has. @throws SigningRefused */
function unitsOf(text: string, { decimals }: CoinUnits): bigint {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '' || fraction.length > decimals)
    throw new SigningRefused('the payment differs from the authorized withdrawal');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}
