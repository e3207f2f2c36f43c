import { consoleCalls } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct } from '../../api/index.ts';
import { Chips, Dialog, Field } from '../../ui/index.ts';
import { treasuryTexts } from '../../i18n/treasury.ts';

const usual = ['address', 'papers', 'source', 'request'] as const;
/** Whichever language the operator reads, the customer's is wanted. */
const zh = treasuryTexts.zh.reasons;
const en = treasuryTexts.en.reasons;

export interface RejectProps {
  readonly id: number;
  /** As it stands where this is asked. */
  readonly from: 'review' | 'approved';
  readonly onClose: () => void;
  readonly onDone: () => void;
}

/** Refuses a withdrawal with words that the customer reads in either language; usual ones are at hand. */
export function Reject({ id, from, onClose, onDone }: RejectProps) {
  const t = useTexts(treasuryTexts);
  const [words, setWords] = useState<Readonly<Record<'zh' | 'en', string>>>({ zh: '', en: '' });
  const reject = useAct(consoleCalls.treasury.reject, { says: t.rejected, onDone });
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
      <p>{t.rejectText}</p>
      <Chips
        label={t.usualReasons}
        value={usual.find((key) => words.en === en[key] && words.zh === zh[key]) ?? ''}
        onChange={(key) => {
          if (key !== '') setWords({ zh: zh[key], en: en[key] });
        }}
        options={usual.map((value) => ({ value, label: t.reasonNames[value], title: t.reasons[value] }))}
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
