import { consoleCalls, type ReserveWallet } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { listFromQuery, useAct, useCall, useMay, useNetworkTitle, NetworkTitle } from '../../api/index.ts';
import { Button, Callout, DataTable, Dialog, Tag, TextArea, useFields } from '../../ui/index.ts';
import { reserveTexts } from '../../i18n/reserves.ts';
import styles from './Treasury.module.css';

/** What the wallets that hold reserves signed of the newest published totals, and the signatures of cold wallets, which their keepers make offline. */
export function ReserveSignatures() {
  const t = useTexts(reserveTexts);
  const may = useMay();
  const query = useCall(consoleCalls.reserves.list, {}, { refetchIntervalMs: 15_000 });
  const [signing, setSigning] = useState<ReserveWallet | null>(null);
  const day = query.data?.day ?? null;
  return (
    <>
      <h2 className={styles.heading}>{t.title}</h2>
      {day !== null && <p className={styles.note}>{t.intro(day)}</p>}
      <DataTable
        label={t.title}
        list={listFromQuery(query, ({ wallets }) => (day === null ? [] : wallets))}
        keyOf={({ chain, place }) => `${chain} ${place}`}
        empty={t.none}
        columns={[
          {
            key: 'wallet',
            label: t.wallet,
            render: ({ chain, place }) => (
              <>
                <strong>{t.places[place]}</strong>{' '}
                <Tag>
                  <NetworkTitle of={chain} />
                </Tag>
              </>
            ),
            lead: true,
          },
          {
            key: 'address',
            label: t.address,
            render: ({ address }) => <span className={styles.address}>{address}</span>,
            spare: 'below',
          },
          {
            key: 'state',
            label: t.state,
            render: (wallet) => (
              <>
                <Tag tone={wallet.signed ? 'good' : 'warn'}>{wallet.signed ? t.signed : t.notSigned}</Tag>
                {wallet.place === 'cold' && wallet.text !== null && !wallet.signed && may('reserves.sign') && (
                  <Button variant="secondary" onClick={() => setSigning(wallet)}>
                    {t.sign}
                  </Button>
                )}
              </>
            ),
          },
        ]}
      />
      {signing && day !== null && <Sign wallet={signing} day={day} onClose={() => setSigning(null)} />}
    </>
  );
}

interface SignProps {
  readonly wallet: ReserveWallet;
  readonly day: string;
  readonly onClose: () => void;
}

/** Shows the text to sign, and takes the signature. */
function Sign({ wallet: { chain, text }, day, onClose }: SignProps) {
  const t = useTexts(reserveTexts);
  const titleOf = useNetworkTitle();
  // The text that was shown is the one that was signed, although a new day may have come since.
  const [shown] = useState({ day, text: text ?? '' });
  const sign = useAct(consoleCalls.reserves.sign, { successMessage: t.published, onDone: onClose });
  const { values, field } = useFields({ signature: '' }, sign.fields);
  return (
    <Dialog
      title={t.signTitle(titleOf(chain))}
      onClose={onClose}
      confirm={{
        label: t.sign,
        busy: sign.busy,
        onPress: () => sign.run({ chain, day: shown.day, signature: values.signature.trim() }),
      }}
    >
      <Callout tone="info">{t.signText}</Callout>
      <TextArea label={t.text} value={shown.text} readOnly rows={5} onFocus={(event) => event.target.select()} />
      <TextArea label={t.signature} {...field('signature')} maxLength={400} rows={4} spellCheck={false} />
    </Dialog>
  );
}
