import { consoleCalls } from '@fft/console-contract';
import { useLang, useTexts } from '@fft/kit';
import { treasuryTexts } from '../i18n/treasury.ts';
import { useCall } from './use-call.ts';

/** Returns a function that names a network, as customers read it, in the operator's language. A network that the server can't name has its code. */
export function useNetworkTitle(): (chain: string) => string {
  const lang = useLang();
  const { bank } = useTexts(treasuryTexts);
  // The answer that the frame reads every ten seconds.
  const titles = useCall(consoleCalls.dashboard.read, { hours: 1 }).data?.networks;
  return (chain) => (chain === 'BANK' ? bank : (titles?.[chain]?.[lang] ?? chain));
}
