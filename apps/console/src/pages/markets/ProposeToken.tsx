import { consoleCalls, type TokenCheck } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useAct, useRequestId, NetworkTitle } from '../../api/index.ts';
import { Callout, DetailList, Dialog, Field, FieldRow, useFields } from '../../ui/index.ts';
import { tokenTexts } from '../../i18n/tokens.ts';
import { Findings } from './Findings.tsx';

/** Proposes to list a checked token; a second operator must agree. */
export function ProposeToken({ check, onClose }: { readonly check: TokenCheck; readonly onClose: () => void }) {
  const t = useTexts(tokenTexts);
  const { id, chain, contract, answer } = check;
  const propose = useAct(consoleCalls.tokens.propose, { successMessage: t.proposed, onDone: onClose });
  const coin = answer?.signer?.coin ?? answer?.symbol ?? '';
  const { values, field } = useFields(
    { coin: coin.toUpperCase().slice(0, 10), fee: '', min: '', max: '', minDeposit: '' },
    propose.fields,
  );
  const requestId = useRequestId();
  const amount = { inputMode: 'decimal' } as const;
  return (
    <Dialog
      title={t.propose}
      onClose={onClose}
      confirm={{
        label: t.propose,
        busy: propose.busy,
        onPress: () => {
          const wanted = { check: id, ...values, coin: values.coin.trim().toUpperCase() };
          propose.run({ ...wanted, requestId: requestId.idFor(wanted) });
        },
      }}
    >
      <Callout tone="warn">{t.proposeText}</Callout>
      <DetailList
        items={[
          [t.network, <NetworkTitle key="network" of={chain} withCode />],
          [t.contract, contract],
          [t.symbol, answer?.symbol || t.unnamed],
          [t.name, answer?.name || t.unnamed],
          [t.decimals, answer?.decimals ?? ''],
          [t.findings, <Findings key="findings" of={answer} />],
          [t.atSigner, answer?.signer ? t.signerHas(answer.signer.coin, answer.signer.decimals) : t.signerHasNot],
        ]}
      />
      <FieldRow>
        <Field label={t.coin} {...field('coin')} maxLength={10} autoCapitalize="characters" />
        <Field label={t.fee} {...field('fee')} {...amount} />
        <Field label={t.min} {...field('min')} {...amount} />
        <Field label={t.max} {...field('max')} {...amount} />
        <Field label={t.minDeposit} {...field('minDeposit')} {...amount} />
      </FieldRow>
    </Dialog>
  );
}
