import { RefusedError } from '@fft/client';
import { calls, Code, type CallInput } from '@fft/contract';
import { useRef, useState } from 'react';
import { callApi, isOutcomeUnknown, queryClient } from '../../../api/index.ts';
import { toast } from '../../../ui/kit/index.ts';
import { textsNow } from '../../../i18n/index.ts';
import { twapTexts } from './twap-texts.ts';

type Input = Omit<CallInput<typeof calls.twap.create>, 'clientId'>;

/** Refusals that the form shows itself. */
const handles = [
  Code.badRequest,
  Code.unavailable,
  Code.amountOutOfRange,
  Code.offStep,
  Code.marketNotOpen,
  Code.tooManyRequests,
];

export interface Starting {
  readonly busy: boolean;
  readonly error: string | undefined;
  readonly start: (input: Input) => void;
  /** Forgets the last answer: the terms have changed. */
  readonly forget: () => void;
}

/** Starts TWAP orders, one at a time. After a lost answer the same id is sent again, which starts none twice. */
export function useStarting(onStarted: () => void): Starting {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const clientId = useRef<string | null>(null);

  function forget(): void {
    clientId.current = null;
    setError(undefined);
  }

  async function start(input: Input): Promise<void> {
    const t = textsNow(twapTexts);
    clientId.current ??= crypto.randomUUID();
    setBusy(true);
    setError(undefined);
    try {
      await callApi(calls.twap.create, { clientId: clientId.current, ...input }, { handles });
      forget();
      void queryClient.invalidateQueries({ queryKey: [calls.twap.list.path] });
      toast(t.started);
      onStarted();
    } catch (thrown) {
      if (isOutcomeUnknown(thrown)) return setError(t.unknown);
      clientId.current = null;
      if (thrown instanceof RefusedError) setError(fieldOf(thrown) ?? thrown.message);
    } finally {
      setBusy(false);
    }
  }

  return { busy, error, forget, start: (input) => void (busy || start(input)) };
}

/** The first field's message of a form that the server refused. */
function fieldOf({ data }: RefusedError): string | undefined {
  const fields: unknown = typeof data === 'object' && data !== null && 'fields' in data ? data.fields : null;
  if (typeof fields !== 'object' || fields === null) return undefined;
  const [first] = Object.values<unknown>(fields as Readonly<Record<string, unknown>>);
  return typeof first === 'string' ? first : undefined;
}
