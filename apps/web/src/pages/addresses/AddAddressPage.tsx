import { calls, Code } from '@fft/contract';
import { useState } from 'react';
import { queryClient, useCall } from '../../api/index.ts';
import { pasteText } from '../../ui/clipboard/index.ts';
import { FormBody, useCallForm } from '../../features/forms/index.ts';
import { Button, Callout, Empty, Field, Icon, toast } from '../../ui/kit/index.ts';
import { type LiftCoin, looksLikeAddress, otherNetworksOf, PairFields, usePair } from '../../features/money/index.ts';
import { useParameters } from '../../lib/routing/index.ts';
import { ScanSheet, type ScannedAddress } from '../../features/scan/index.ts';
import { clearTabStorage, LoggedIn } from '../../features/session/index.ts';
import { CallView, Page, useBack } from '../../features/shell/index.ts';
import { FieldsSkeleton } from '../../ui/skeletons/index.ts';
import { PayPasswordField } from '../../features/money/PayPasswordField.tsx';
import { PayPasswordFirst } from '../../features/money/PayPasswordFirst.tsx';
import { useWithdrawalWait } from '../../features/money/use-withdrawal-wait.ts';
import { clipboardTexts } from '../../ui/clipboard/clipboard-texts.ts';
import { scanTexts } from '../../features/scan/scan-texts.ts';
import { textsNow, useTexts } from '../../i18n/index.ts';
import { walletTexts } from '../../i18n/wallet.ts';
import { withdrawTexts } from '../../i18n/withdraw.ts';
import styles from './Addresses.module.css';

/** Saves a withdrawal address. */
export function AddAddressPage() {
  const t = useTexts(walletTexts);
  return (
    <LoggedIn>
      <Page title={t.addTitle} back={{ fallback: '/pages/wallet/address' }}>
        <AddAddress />
      </Page>
    </LoggedIn>
  );
}

function AddAddress() {
  const t = useTexts(withdrawTexts);
  const coins = useCall(calls.withdrawals.coins, {}, { quiet: true });
  return (
    <CallView call={coins} skeleton={<FieldsSkeleton fields={5} />}>
      {(list) => (list.length === 0 ? <Empty drawing="wallet" title={t.none} /> : <AddressForm coins={list} />)}
    </CallView>
  );
}

function AddressForm({ coins }: { readonly coins: readonly LiftCoin[] }) {
  const wait = useWithdrawalWait();
  const t = useTexts(walletTexts);
  const goBack = useBack('/pages/wallet/address');
  const query = useParameters();
  const storedAs = `address?${query.toString()}`;
  const pair = usePair(coins, { coin: query.get('coin'), chain: query.get('chain'), storedAs });
  const { coin, chain } = pair;
  const form = useCallForm({
    call: calls.addresses.create,
    initial: { name: '', address: query.get('address') ?? '', memo: query.get('memo') ?? '', payPassword: '' },
    keeps: { as: storedAs, fields: ['name', 'address', 'memo'] },
    input: ({ memo, ...values }) => ({
      ...values,
      coin: coin?.coin ?? '',
      chain: chain?.chain ?? '',
      ...(chain?.memo === true && memo.trim() !== '' && { memo }),
    }),
    codeFields: {
      [Code.wrongPayPassword]: 'payPassword',
      [Code.addressInvalid]: 'address',
      [Code.conflict]: 'address',
    },
    onDone: (_done, isMounted) => {
      clearTabStorage(storedAs);
      void queryClient.invalidateQueries({ queryKey: [calls.addresses.list.path] });
      void queryClient.invalidateQueries({ queryKey: [calls.withdrawals.detail.path] });
      toast(t.saved);
      if (isMounted) goBack();
    },
  });
  return (
    <div className={styles.content}>
      <FormBody onSubmit={form.submit}>
        <PayPasswordFirst>{t.payFirst}</PayPasswordFirst>
        <PairFields coins={coins} pair={pair} />
        <AddressLine form={form} chain={chain} chains={coin?.chains ?? []} />
        {chain?.memo === true && (
          <Field {...form.field('memo')} label={t.memo} hint={t.memoHint} autoComplete="off" maxLength={64} />
        )}
        <Field
          {...form.field('name')}
          label={t.name}
          placeholder={t.namePlaceholder}
          autoComplete="off"
          maxLength={32}
        />
        <PayPasswordField form={form} />
        <Callout tone="info" icon="clock">
          {t.wait(wait.text, wait.note)}
        </Callout>
        <Button type="submit" wide busy={form.busy}>
          {t.save}
        </Button>
      </FormBody>
    </div>
  );
}

interface AddressLineProps {
  readonly form: {
    readonly field: (name: 'address') => {
      readonly name: string;
      readonly value: string;
      readonly error: string | undefined;
      readonly onChange: (event: { readonly target: { readonly value: string } }) => void;
    };
    readonly set: (name: 'address' | 'memo', value: string) => void;
  };
  readonly chain: LiftCoin['chains'][number] | undefined;
  readonly chains: LiftCoin['chains'];
}

/** The address; its network is detected when the field loses focus. */
function AddressLine({ form, chain, chains }: AddressLineProps) {
  const t = useTexts(walletTexts);
  const scan = useTexts(scanTexts);
  const [left, setLeft] = useState(form.field('address').value !== '');
  const [scanning, setScanning] = useState(false);
  const field = form.field('address');
  const unlike = left && chain && field.value.trim() !== '' && !looksLikeAddress(chain.chain, field.value);

  const same = chain ? otherNetworksOf(chains, chain.chain, field.value).map(({ name }) => name) : [];

  async function paste(): Promise<void> {
    const text = await pasteText();
    if (text === null) toast(textsNow(clipboardTexts).cantPaste);
    else {
      form.set('address', text);
      setLeft(true);
    }
  }

  function take({ address, memo }: ScannedAddress): void {
    form.set('address', address);
    // A memo from an earlier code doesn't belong to this address.
    form.set('memo', memo ?? '');
    setLeft(true);
  }

  return (
    <>
      <Field
        {...field}
        label={t.address}
        error={field.error ?? (unlike ? t.unlike(chain.name) : undefined)}
        hint={same.length > 0 ? t.alsoOn(same.join(t.comma)) : undefined}
        autoComplete="off"
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        maxLength={128}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
        aside={
          <span className={styles.asides}>
            <button type="button" className={styles.aside} aria-haspopup="dialog" onClick={() => setScanning(true)}>
              <Icon name="scan" size={16} />
              {scan.scan}
            </button>
            <button type="button" className={styles.aside} onClick={() => void paste()}>
              {t.paste}
            </button>
          </span>
        }
      />
      {scanning && <ScanSheet onAddress={take} onClose={() => setScanning(false)} />}
    </>
  );
}
