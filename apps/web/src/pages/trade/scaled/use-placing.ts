import { calls, Code, type CallInput, type ScaledPlaced } from '@fft/contract';
import { RefusedError } from '@fft/client';
import { useRef, useState } from 'react';
import { callApi, isOutcomeUnknown, queryClient } from '../../../api/index.ts';
import { toast } from '../../../ui/kit/index.ts';
import { textsNow } from '../../../i18n/index.ts';
import { scaledTexts } from './scaled-texts.ts';

type Input = Omit<CallInput<typeof calls.scaled.create>, 'id'>;

/** Refusals that the form shows itself. */
const handles = [Code.badRequest, Code.unavailable, Code.amountOutOfRange, Code.offStep, Code.priceOutsideBand];

export interface Placing {
  readonly busy: boolean;
  readonly error: string | undefined;
  /** True if the last answer was lost: placing again looks the same orders up. */
  readonly isUnknown: boolean;
  /** The last answer, if some orders were refused. */
  readonly placed: ScaledPlaced | null;
  readonly place: (input: Input) => void;
  /** Forgets the last answer: the terms have changed. */
  readonly forget: () => void;
}

/** Places scaled orders, one at a time. After a lost answer the same id is sent again, which places nothing twice. */
export function usePlacing(onPlaced: () => void): Placing {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const [isUnknown, setIsUnknown] = useState(false);
  const [placed, setPlaced] = useState<ScaledPlaced | null>(null);
  const id = useRef<string | null>(null);

  function forget(): void {
    id.current = null;
    setError(undefined);
    setIsUnknown(false);
    setPlaced(null);
  }

  async function place(input: Input): Promise<void> {
    const t = textsNow(scaledTexts);
    id.current ??= crypto.randomUUID();
    setBusy(true);
    setError(undefined);
    setPlaced(null);
    try {
      const answer = await callApi(calls.scaled.create, { id: id.current, ...input }, { handles });
      forget();
      void queryClient.invalidateQueries({ queryKey: [calls.transfer.balances.path] });
      if (answer.refused > 0) return setPlaced(answer);
      toast(t.placed(answer.placed));
      onPlaced();
    } catch (thrown) {
      const unknown = isOutcomeUnknown(thrown);
      setIsUnknown(unknown);
      if (unknown) setError(t.unknown);
      else {
        id.current = null;
        if (thrown instanceof RefusedError) setError(thrown.message);
      }
    } finally {
      setBusy(false);
    }
  }

  return { busy, error, isUnknown, placed, forget, place: (input) => void (busy || place(input)) };
}
