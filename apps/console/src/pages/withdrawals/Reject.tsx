import { consoleCalls, type ReviewedWithdrawal } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct } from '../../api/index.ts';
import { Sum, useWithdrawalFacts } from '../../features/money-check/index.ts';
import { Chips, Dialog, Field } from '../../ui/index.ts';
import { treasuryTexts } from '../../i18n/treasury.ts';

const presets = ['address', 'papers', 'source', 'request'] as const;
/** The customer gets the reason in their language, so both are sent. */
const zh = treasuryTexts.zh.reasons;
const en = treasuryTexts.en.reasons;

export interface RejectProps {
  readonly withdrawal: ReviewedWithdrawal;
  /** The state on the screen; the server refuses if it has changed. */
  readonly from: 'review' | 'approved';
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Rejects a withdrawal with a reason in both languages; presets fill in both. */
export function Reject({ withdrawal, from, onClose, onDone }: RejectProps) {
  const { id, coin } = withdrawal;
  const facts = useWithdrawalFacts(id).data;
  const t = useTexts(treasuryTexts);
  const [words, setWords] = useState<Readonly<Record<'zh' | 'en', string>>>({ zh: '', en: '' });
  const reject = useAct(consoleCalls.treasury.reject, { successMessage: t.rejected, onDone });
  return (
    <Dialog
      title={t.rejectTitle}
      onClose={onClose}
      confirm={{
        label: t.reject,
        variant: 'danger',
        busy: reject.busy,
        onPress: () => reject.run({ id, from, ...words }),
      }}
    >
      <Sum {...withdrawal} />
      <p>{t.rejectText(facts?.subject.name ?? String(withdrawal.customer), coin)}</p>
      <Chips
        label={t.commonReasons}
        value={presets.find((key) => words.en === en[key] && words.zh === zh[key]) ?? ''}
        onChange={(key) => {
          if (key !== '') setWords({ zh: zh[key], en: en[key] });
        }}
        options={presets.map((value) => ({ value, label: t.reasonNames[value], title: t.reasons[value] }))}
      />
      {(['zh', 'en'] as const).map((lang) => (
        <Field
          key={lang}
          label={t[lang]}
          value={words[lang]}
          maxLength={200}
          error={reject.fields[lang]}
          onChange={(event) => setWords({ ...words, [lang]: event.target.value })}
        />
      ))}
    </Dialog>
  );
}
