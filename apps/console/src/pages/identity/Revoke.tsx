import { consoleCalls } from '@fft/console-contract';
import { toast, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct } from '../../api/index.ts';
import { Button, Chips, Dialog, Field } from '../../ui/index.ts';
import { identityTexts } from '../../i18n/identity.ts';

const presets = ['forged', 'borrowed', 'expired', 'law'] as const;
/** The customer gets the reason in their language, so both are sent. */
const zh = identityTexts.zh.revokeReasons;
const en = identityTexts.en.revokeReasons;

export interface RevokeProps {
  readonly customer: number;
  readonly submission: number;
  readonly onDone: () => void;
}

/** Revokes an approved identity with a reason in both languages. */
export function Revoke({ customer, submission, onDone }: RevokeProps) {
  const t = useTexts(identityTexts);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="large" variant="danger" onClick={() => setOpen(true)}>
        {t.revoke}
      </Button>
      {isOpen && (
        <RevokeDialog customer={customer} submission={submission} onDone={onDone} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function RevokeDialog({ customer, submission, onDone, onClose }: RevokeProps & { readonly onClose: () => void }) {
  const t = useTexts(identityTexts);
  const [words, setWords] = useState<Readonly<Record<'zh' | 'en', string>>>({ zh: '', en: '' });
  const revoke = useAct(consoleCalls.identity.revoke, {
    onDone: ({ withdrawals }) => {
      toast(t.didRevoke(withdrawals.length));
      onDone();
    },
  });
  return (
    <Dialog
      title={t.revokeTitle}
      onClose={onClose}
      confirm={{
        label: t.revoke,
        variant: 'danger',
        busy: revoke.busy,
        onPress: () => revoke.run({ customer, submission, ...words }),
      }}
    >
      <p>{t.revokeText}</p>
      <Chips
        label={t.commonReasons}
        value={presets.find((key) => words.en === en[key] && words.zh === zh[key]) ?? ''}
        onChange={(key) => {
          if (key !== '') setWords({ zh: zh[key], en: en[key] });
        }}
        options={presets.map((value) => ({ value, label: t.revokeNames[value], title: t.revokeReasons[value] }))}
      />
      {(['zh', 'en'] as const).map((lang) => (
        <Field
          key={lang}
          label={t[lang]}
          value={words[lang]}
          maxLength={200}
          error={revoke.fields[lang]}
          onChange={(event) => setWords({ ...words, [lang]: event.target.value })}
        />
      ))}
    </Dialog>
  );
}
