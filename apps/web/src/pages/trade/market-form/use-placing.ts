import { RefusedError } from '@fft/client';
import { calls, Code } from '@fft/contract';
import { useRef, useState } from 'react';
import { isOutcomeUnknown, queryClient } from '../../../api/index.ts';
import { toast } from '../../../ui/kit/index.ts';

/** Refusals that the form shows itself. */
const handles = [
  Code.badRequest,
  Code.unavailable,
  Code.amountOutOfRange,
  Code.offStep,
  Code.priceOutsideBand,
  Code.marketNotOpen,
];

export interface Placing<Input> {
  readonly busy: boolean;
  readonly error: string | undefined;
  /** True if the last answer was lost: placing again looks the same order up. */
  readonly isUnknown: boolean;
  readonly place: (input: Input) => void;
  /** Forgets the last answer: the terms have changed. */
  readonly forget: () => void;
}

export interface PlacingOptions<Input> {
  /** Sends the order. The caller names its call, as a file that pages share would load it for all of them. */
  readonly send: (order: Input & { readonly clientOrderId: string }, handles: readonly Code[]) => Promise<unknown>;
  /** What is said once an order is placed, and while its outcome is unknown. */
  readonly words: { readonly placed: string; readonly unknown: string };
  readonly onPlaced: () => void;
}

/** Places the form's orders, one at a time. After a lost answer the same id is sent again, which places nothing twice. */
export function usePlacing<Input>({ send, words, onPlaced }: PlacingOptions<Input>): Placing<Input> {
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
    id.current ??= crypto.randomUUID();
    setBusy(true);
    setError(undefined);
    try {
      await send({ clientOrderId: id.current, ...input }, handles);
      forget();
      void queryClient.invalidateQueries({ queryKey: [calls.transfer.balances.path] });
      toast(words.placed);
      onPlaced();
    } catch (thrown) {
      const unknown = isOutcomeUnknown(thrown);
      setIsUnknown(unknown);
      if (unknown) return setError(words.unknown);
      id.current = null;
      if (thrown instanceof RefusedError) setError(thrown.message);
    } finally {
      setBusy(false);
    }
  }

  return { busy, error, isUnknown, forget, place: (input) => void (busy || place(input)) };
}
