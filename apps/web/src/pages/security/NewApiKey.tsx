import type { CallOutput, calls } from '@fft/contract';
import { copyText } from '../../ui/clipboard/index.ts';
import { Button, Callout, Field } from '../../ui/kit/index.ts';
import { apiKeyTexts } from './api-keys-texts.ts';
import { useTexts } from '../../i18n/index.ts';

export interface NewApiKeyProps {
  readonly created: CallOutput<typeof calls.keys.create>;
  readonly onDone: () => void;
}

/** Shows a new key and, once, its secret. */
export function NewApiKey({ created: { key, secret }, onDone }: NewApiKeyProps) {
  const t = useTexts(apiKeyTexts);
  const copyOf = (text: string) => (
    <Button variant="secondary" size="small" onClick={() => void copyText(text)}>
      {t.copy}
    </Button>
  );
  return (
    <>
      {secret !== null && <Callout tone="warn">{t.secretAbout}</Callout>}
      <Field label={t.key} readOnly value={key.id} suffix={copyOf(key.id)} data-testid="new-api-key" />
      {secret !== null && (
        <Field label={t.secret} readOnly value={secret} suffix={copyOf(secret)} data-testid="new-api-secret" />
      )}
      <Button wide onClick={onDone}>
        {t.saved}
      </Button>
    </>
  );
}
