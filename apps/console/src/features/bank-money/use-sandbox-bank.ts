import { consoleCalls } from '@fft/console-contract';
import { useLang } from '@fft/kit';
import { useCall } from '../../api/index.ts';

/** Address of the demo's sandbox bank in the operator's language; null where it doesn't run. */
export function useSandboxBank(): string | null {
  const lang = useLang();
  const { data } = useCall(consoleCalls.dashboard.read, { hours: 1 });
  return data?.sandboxBank == null ? null : `${data.sandboxBank}?lang=${lang}`;
}
