import { toast, useTexts } from '@fft/kit';
import { marketTexts } from '../../i18n/markets.ts';

interface Outcome {
  readonly state: 'set' | 'waitsForSecond';
}

/** Returns a handler for acts that in some cases only propose: it says what happened, then goes on. */
export function useProposable(): (done: string, then: () => void) => { readonly onDone: (outcome: Outcome) => void } {
  const { waitsForSecond } = useTexts(marketTexts);
  return (done, then) => ({
    onDone: ({ state }) => {
      toast(state === 'set' ? done : waitsForSecond);
      then();
    },
  });
}
