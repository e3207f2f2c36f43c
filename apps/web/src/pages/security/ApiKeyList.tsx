import { calls, type ApiKey } from '@fft/contract';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import { formatMinute } from '../../lib/format/index.ts';
import { copyText } from '../../ui/clipboard/index.ts';
import { Button, Icon, IconButton } from '../../ui/kit/index.ts';
import { apiKeyTexts } from './api-keys-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { RevokeApiKey } from './RevokeApiKey.tsx';
import styles from './Rows.module.css';

export interface ApiKeyListProps {
  readonly list: readonly ApiKey[];
  readonly onRevoked: (left: readonly ApiKey[]) => void;
}

/** The customer's keys. Each is revoked after a question. */
export function ApiKeyList({ list, onRevoked }: ApiKeyListProps) {
  const t = useTexts(apiKeyTexts);
  const [asked, setAsked] = useState<ApiKey | null>(null);
  const [busy, setBusy] = useState(false);
  if (list.length === 0) return <p className={styles.note}>{t.none}</p>;

  async function revoke({ id }: ApiKey): Promise<void> {
    setBusy(true);
    try {
      onRevoked(await callApi(calls.keys.revoke, { id }));
    } catch {
      // The refusal has been shown.
    } finally {
      setBusy(false);
      setAsked(null);
    }
  }

  return (
    <>
      <ul className={styles.rows}>
        {list.map((key) => (
          <Row key={key.id} apiKey={key} onRevoke={() => setAsked(key)} />
        ))}
      </ul>
      <RevokeApiKey apiKey={asked} busy={busy} onConfirm={(key) => void revoke(key)} onKeep={() => setAsked(null)} />
    </>
  );
}

function Row({ apiKey: key, onRevoke }: { readonly apiKey: ApiKey; readonly onRevoke: () => void }) {
  const t = useTexts(apiKeyTexts);
  return (
    <li className={styles.row} data-testid="api-key">
      <span className={styles.tile}>
        <Icon name="key" size={20} />
      </span>
      <div className={styles.words}>
        <p className={styles.title}>{key.name}</p>
        <p className={styles.text}>
          {shortId(key.id)} · {t.kinds[key.kind]}
        </p>
        <p className={styles.text}>{key.rights.map((right) => t.rights[right]).join(' · ')}</p>
        <p className={styles.text}>{key.addresses.join(', ') || t.anywhere}</p>
        <p className={styles.text}>
          {key.used === null
            ? t.never
            : [`${t.used} ${formatMinute(key.used)}`, key.usedFrom].filter((part) => part !== null).join(' · ')}
        </p>
        {key.expires !== null && (
          <p className={styles.text}>
            {t.expires} {formatMinute(key.expires)}
          </p>
        )}
      </div>
      <IconButton icon="copy" label={t.copyKey(key.name)} onClick={() => void copyText(key.id)} />
      <Button variant="secondary" size="small" onClick={onRevoke}>
        {t.remove}
      </Button>
    </li>
  );
}

/** Enough of an id to find it in a program's settings. */
function shortId(id: string): string {
  return `${id.slice(0, 8)}…${id.slice(-8)}`;
}
