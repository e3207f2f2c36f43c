import { consoleCalls } from '@fft/console-contract';
import type { ApiKey } from '@fft/contract';
import { formatMinute, useTexts } from '@fft/kit';
import { useState } from 'react';
import { completeList, useAct, useCall, useMay } from '../../api/index.ts';
import { Button, DataTable, Dialog, Loaded } from '../../ui/index.ts';
import { customerTexts } from '../../i18n/customers.ts';
import styles from './Customer.module.css';

/** The customer's API keys, which operators may revoke. */
export function ApiKeys({ customer }: { readonly customer: number }) {
  const t = useTexts(customerTexts);
  const may = useMay();
  const query = useCall(consoleCalls.customers.apiKeys, { id: customer });
  const [asked, setAsked] = useState<ApiKey | null>(null);
  return (
    <Loaded query={query}>
      {(keys) => (
        <>
          <DataTable
            label={t.tabs.apiKeys}
            list={completeList(keys)}
            keyOf={({ id }) => id}
            empty={t.noApiKeys}
            columns={[
              { key: 'key', label: t.tabs.apiKeys, render: (key) => <Described apiKey={key} /> },
              {
                key: 'used',
                label: t.used,
                render: ({ used, usedFrom }) =>
                  used === null ? (
                    '--'
                  ) : (
                    <span className={styles.two}>
                      {formatMinute(used)}
                      <span>{usedFrom}</span>
                    </span>
                  ),
              },
              { key: 'expires', label: t.keyExpires, render: ({ expires }) => formatMinute(expires) },
              {
                key: 'act',
                label: t.revokeKey,
                end: true,
                render: (key) =>
                  may('customers.lock') && (
                    <Button variant="secondary" onClick={() => setAsked(key)}>
                      {t.revokeKey}
                    </Button>
                  ),
              },
            ]}
          />
          {asked && <RevokeKey customer={customer} apiKey={asked} onClose={() => setAsked(null)} />}
        </>
      )}
    </Loaded>
  );
}

function Described({ apiKey: { id, name, kind, rights, addresses } }: { readonly apiKey: ApiKey }) {
  const t = useTexts(customerTexts);
  return (
    <span className={styles.two}>
      <strong>{name}</strong>
      <span title={id}>
        {id.slice(0, 8)}…{id.slice(-8)} · {t.keyKinds[kind]}
      </span>
      <span>{rights.map((right) => t.keyRights[right]).join(' · ')}</span>
      <span>{addresses.join(', ') || t.keyAnywhere}</span>
    </span>
  );
}

interface RevokeKeyProps {
  readonly customer: number;
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

/** The question before a key is revoked: it names the key and what stops. */
function RevokeKey({ customer, apiKey, onClose }: RevokeKeyProps) {
  const t = useTexts(customerTexts);
  const revoke = useAct(consoleCalls.customers.revokeApiKey, { successMessage: t.keyRevoked, onDone: onClose });
  return (
    <Dialog
      title={t.revokeKeyQuestion(apiKey.name)}
      onClose={onClose}
      confirm={{
        label: t.revokeKey,
        variant: 'danger',
        busy: revoke.busy,
        onPress: () => revoke.run({ id: customer, key: apiKey.id }),
      }}
    >
      <Described apiKey={apiKey} />
      <p>{t.revokeKeyText}</p>
    </Dialog>
  );
}
