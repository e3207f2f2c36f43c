import { RefusedError } from '@fft/client';
import { calls, Code, type CallInput, type RecurringBuy } from '@fft/contract';
import { useRef, useState } from 'react';
import { callApi, isOutcomeUnknown, queryClient } from '../../../api/index.ts';
import { toast } from '../../../ui/kit/index.ts';
import { textsNow } from '../../../i18n/index.ts';
import { recurringTexts } from './recurring-texts.ts';

export type RecurringInput = Omit<CallInput<typeof calls.recurring.create>, 'clientId'>;

/** Refusals that the form shows itself. */
const handles = [Code.badRequest, Code.unavailable, Code.amountOutOfRange, Code.offStep, Code.tooManyRequests];

export interface SavingOptions {
  readonly edited: RecurringBuy | null;
  readonly onSaved: () => void;
}

export interface Saving {
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly save: (input: RecurringInput) => void;
  /** Forgets the last answer: the terms have changed. */
  readonly forget: () => void;
}

/** Starts a recurring buy or changes one. After a lost answer the same id is sent again, which starts none twice. */
export function useSaving({ edited, onSaved }: SavingOptions): Saving {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const clientId = useRef<string | null>(null);

  function forget(): void {
    clientId.current = null;
    setError(undefined);
  }

  async function save({ from, to, ...input }: RecurringInput): Promise<void> {
    const t = textsNow(recurringTexts);
    clientId.current ??= crypto.randomUUID();
    setBusy(true);
    setError(undefined);
    try {
      if (edited === null) {
        await callApi(calls.recurring.create, { clientId: clientId.current, from, to, ...input }, { handles });
      } else {
        await callApi(calls.recurring.change, { id: edited.id, ...input }, { handles });
      }
      forget();
      void queryClient.invalidateQueries({ queryKey: [calls.recurring.list.path] });
      toast(edited === null ? t.started : t.saved);
      onSaved();
    } catch (thrown) {
      if (isOutcomeUnknown(thrown)) return setError(t.unknown);
      clientId.current = null;
      if (thrown instanceof RefusedError) setError(thrown.message);
    } finally {
      setBusy(false);
    }
  }

  return { busy, error, forget, save: (input) => void (busy || save(input)) };
}
