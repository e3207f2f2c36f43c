import type { ApiKey } from '@fft/contract';
import { Modal } from '../../ui/kit/index.ts';
import { apiKeyTexts } from './api-keys-texts.ts';
import { useTexts } from '../../i18n/index.ts';

export interface RevokeApiKeyProps {
  /** null: no question. */
  readonly apiKey: ApiKey | null;
  readonly busy: boolean;
  readonly onConfirm: (key: ApiKey) => void;
  readonly onKeep: () => void;
}

/** The question before a key is revoked: it names the key and what stops. */
export function RevokeApiKey({ apiKey, busy, onConfirm, onKeep }: RevokeApiKeyProps) {
  const t = useTexts(apiKeyTexts);
  return (
    <Modal
      open={apiKey !== null}
      title={t.revokeQuestion(apiKey?.name ?? '')}
      message={apiKey?.rights.map((right) => t.rights[right]).join(' · ')}
      confirm={{ label: t.remove, variant: 'danger', busy, onPress: () => apiKey && onConfirm(apiKey) }}
      cancel={{ label: t.keep, onPress: onKeep }}
    >
      <p>{t.revokeText}</p>
    </Modal>
  );
}
