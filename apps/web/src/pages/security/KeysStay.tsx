import { calls } from '@fft/contract';
import { useCall } from '../../api/index.ts';
import { Callout } from '../../ui/kit/index.ts';
import { apiKeyTexts } from './api-keys-texts.ts';
import { useTexts } from '../../i18n/index.ts';

/** Says that API keys outlive the change of a password or factor. Empty without keys. */
export function KeysStay() {
  const t = useTexts(apiKeyTexts);
  const { data } = useCall(calls.keys.list, {}, { quiet: true });
  if (!data || data.length === 0) return null;
  return (
    <Callout tone="info" icon="key">
      {t.stay(data.length)}
    </Callout>
  );
}
