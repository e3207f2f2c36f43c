import { type Call, type CallInput, type CallOutput, Code } from '@fft/contract';
import { useState } from 'react';
import { flowOf, forgetSent } from '../codes/index.ts';
import { type CallForm, useCallForm } from '../forms/index.ts';
import { refreshUser, tabStorage, useUser } from '../session/index.ts';
import { createRequestIds } from './request-id.ts';

export interface PaymentSettings<C extends Call> {
  readonly call: C;
  /** What is paid, without the proofs. */
  readonly request: Readonly<Record<string, unknown>>;
  /** A code is valid only for the exact request that it was sent for. */
  readonly purpose: string;
  /** Where the tab keeps the id of a payment without an answer. */
  readonly storedAs: string;
  /** The server refused the amount. */
  readonly onAmount: (why: string) => void;
  readonly onDone: (answer: CallOutput<C>, isMounted: boolean) => void;
}

/** A payment whose answer was lost: a new object for each loss. */
export interface LostPayment {
  readonly requestId: string;
}

export interface ConfirmedPayment {
  readonly form: CallForm<{ readonly code: string; readonly payPassword: string; readonly totp: string }>;
  readonly purpose: string;
  readonly lost: LostPayment | null;
  /** The payment was answered: the same request is another payment from now on. */
  readonly settle: () => void;
}

const aboutAmount: readonly number[] = [Code.insufficientBalance, Code.amountOutOfRange, Code.withdrawalLimit];

const lostOf = (requestId: string | null): LostPayment | null => (requestId === null ? null : { requestId });

/** A withdrawal that its owner confirms with a code, the transaction password, and the second factor. Repeated after a lost answer, it pays once. */
export function useConfirmedPayment<C extends Call>(settings: PaymentSettings<C>): ConfirmedPayment {
  const { call, request, purpose, storedAs, onAmount, onDone } = settings;
  const { data: user } = useUser();
  // A repeated request with the same id and body returns the same payment.
  const [requestIds] = useState(() => createRequestIds(tabStorage(storedAs, { forGood: true })));
  const body = JSON.stringify(request);
  const [lost, setLost] = useState(() => lostOf(requestIds.lostId(body)));
  const settle = (): void => {
    requestIds.done();
    forgetSent(purpose);
  };
  const form = useCallForm({
    call,
    initial: { code: '', payPassword: '', totp: '' },
    input: ({ totp, ...values }) =>
      ({
        requestId: requestIds.idFor(body),
        ...request,
        ...values,
        ...flowOf(purpose),
        ...(user?.has.totp && { totp }),
      }) as unknown as CallInput<C>,
    codeFields: {
      [Code.wrongCode]: 'code',
      [Code.wrongPayPassword]: 'payPassword',
      [Code.secondFactor]: 'totp',
    },
    onUnanswered: () => {
      requestIds.lost();
      setLost(lostOf(requestIds.lostId(body)));
    },
    onRefused: (error) => {
      if (error.code === Code.secondFactor) refreshUser();
      if (!aboutAmount.includes(error.code)) return;
      // The refusal is final for this id: a later try with a sufficient balance would be refused too.
      if (lost === null) requestIds.done();
      onAmount(error.message);
    },
    onDone: (answer, isMounted) => {
      settle();
      onDone(answer, isMounted);
    },
  });
  return { form, purpose, lost, settle };
}
