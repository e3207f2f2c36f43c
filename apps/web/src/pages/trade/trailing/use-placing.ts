import { RefusedError } from '@fft/client';
import { calls, Code, type CallInput } from '@fft/contract';
import { useRef, useState } from 'react';
import { callApi, isOutcomeUnknown, queryClient } from '../../../api/index.ts';
import { toast } from '../../../ui/kit/index.ts';
import { textsNow } from '../../../i18n/index.ts';
import { trailingTexts } from '../../../i18n/trailing.ts';

type Input = Omit<CallInput<typeof calls.trade.create>, 'clientOrderId'>;

/** Refusals that the form shows itself. */
const handles = [
  Code.badRequest,
  Code.unavailable,
  Code.amountOutOfRange,
  Code.offStep,
  Code.priceOutsideBand,
  Code.marketNotOpen,
];

export interface Placing {
  readonly busy: boolean;
  readonly error: string | undefined;
  /** True if the last answer was lost: placing again looks the same order up. */
  readonly isUnknown: boolean;
  readonly place: (input: Input) => void;
  /** Forgets the last answer: the terms have changed. */
  readonly forget: () => void;
}

/** Places trailing stops, one at a time. After a lost answer the same id is sent again, which places nothing twice. */
export function usePlacing(onPlaced: () => void): Placing {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const [isUnknown, setIsUnknown] = useState(false);
  const id = useRef<string | null>(null);

  function forget(): void {
    id.current = null;
    setError(undefined);
    setIsUnknown(false);
  }

  async function place(input: Input): Promise<void> {
    const t = textsNow(trailingTexts);
    id.current ??= crypto.randomUUID();
    setBusy(true);
    setError(undefined);
    try {
      await callApi(calls.trade.create, { clientOrderId: id.current, ...input }, { handles });
      forget();
      void queryClient.invalidateQueries({ queryKey: [calls.transfer.balances.path] });
      toast(t.placed);
      onPlaced();
    } catch (thrown) {
      const unknown = isOutcomeUnknown(thrown);
      setIsUnknown(unknown);
      if (unknown) return setError(t.unknown);
      id.current = null;
      if (thrown instanceof RefusedError) setError(thrown.message);
    } finally {
      setBusy(false);
    }
  }

  return { busy, error, isUnknown, forget, place: (input) => void (busy || place(input)) };
}
