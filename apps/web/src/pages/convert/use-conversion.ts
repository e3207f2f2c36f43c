import { RefusedError } from '@fft/client';
import { calls, Code, type CallInput, type Conversion, type ConversionQuote } from '@fft/contract';
import { useState } from 'react';
import { callApi, isOutcomeUnknown } from '../../api/index.ts';
import { convertTexts } from '../../features/conversion/convert-texts.ts';
import { ignoreOtherSession, session } from '../../features/session/index.ts';
import { textsNow } from '../../i18n/index.ts';

type Input = CallInput<typeof calls.convert.execute>;

/** Refusals that the page shows itself. */
const handles = [Code.badRequest, Code.unavailable, Code.insufficientBalance, Code.wouldNotRest];

export interface Converting {
  readonly busy: boolean;
  /** Why nothing was converted. */
  readonly error: string | undefined;
  readonly done: Conversion | null;
  /** Converts this amount, for at least what the quote promises. */
  readonly convert: (quote: ConversionQuote, amount: string) => void;
  readonly forgetError: () => void;
  readonly close: () => void;
}

interface ConversionEvents {
  readonly onConverted: () => void;
  /** Called when nothing was converted: another quote is needed. */
  readonly onMoved: () => void;
}

/** Converts at a quote, one at a time. */
export function useConversion({ onConverted, onMoved }: ConversionEvents): Converting {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | undefined>();
  const [done, setDone] = useState<Conversion | null>(null);

  async function convert({ from, to, receiveMin }: ConversionQuote, amount: string): Promise<void> {
    const t = textsNow(convertTexts);
    const owner = session.owner();
    setBusy(true);
    setError(undefined);
    try {
      const made = await send({ clientId: crypto.randomUUID(), from, to, amount, receiveMin }, owner);
      if (made === 'unknown') return setError(t.unknown);
      if (made instanceof RefusedError) {
        setError(made.code === Code.wouldNotRest ? t.moved : made.message);
        return onMoved();
      }
      setDone(made);
      onConverted();
    } finally {
      setBusy(false);
    }
  }

  return {
    busy,
    error,
    done,
    convert: (quote, amount) => {
      if (!busy) void convert(quote, amount).catch(ignoreOtherSession);
    },
    forgetError: () => setError(undefined),
    close: () => setDone(null),
  };
}

/** Sends a conversion. If the answer is lost, sends it once more under its id: it converts at most once, and answers what it made. */
async function send(input: Input, owner: number): Promise<Conversion | RefusedError | 'unknown'> {
  const first = await attempt(input, owner);
  return first === 'unknown' ? attempt(input, owner) : first;
}

async function attempt(input: Input, owner: number): Promise<Conversion | RefusedError | 'unknown'> {
  try {
    return await callApi(calls.convert.execute, input, { handles, owner });
  } catch (error) {
    if (isOutcomeUnknown(error)) return 'unknown';
    if (error instanceof RefusedError) return error;
    throw error;
  }
}
