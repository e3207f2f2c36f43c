import { consoleCalls, type Photo } from '@fft/console-contract';
import { toast, useLang, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct } from '../../api/index.ts';
import { Button, Chips, Field, useHotkeys } from '../../ui/index.ts';
import { identityTexts } from '../../i18n/identity.ts';
import styles from './Papers.module.css';

export interface Reason {
  readonly key: string;
  readonly zh: string;
  readonly en: string;
}

const other = 'other';

export interface DecisionProps {
  /** The submission on the screen: the server refuses a decision on any other. */
  readonly customer: number;
  readonly submission: number;
  readonly reasons: readonly Reason[];
  /** Photos that the operator has not enlarged yet: the documents can't pass before. */
  readonly notEnlarged: readonly Photo[];
  readonly onNext: () => void;
}

/** Approves, rejects with a reason in both languages, or skips. */
export function Decision({ customer, submission, reasons, notEnlarged, onNext }: DecisionProps) {
  const t = useTexts(identityTexts);
  const lang = useLang();
  const papers = { customer, submission };
  const short: Readonly<Record<string, string>> = t.reasons;
  const [reason, setReason] = useState<string | null>(null);
  const [words, setWords] = useState({ zh: '', en: '' });
  const toEnlarge = t.enlargeFirst(notEnlarged.map((photo) => t.photos[photo]).join(t.listComma));
  const chosen = reasons.find(({ key }) => key === reason);
  const pass = useAct(consoleCalls.identity.pass, { successMessage: t.didPass, onDone: onNext });
  const fail = useAct(consoleCalls.identity.fail, { successMessage: t.didFail, onDone: onNext });

  function refuse(): void {
    if (reason === null) toast(t.chooseReason);
    else fail.run({ ...papers, ...(reason === other ? words : { reason }) });
  }
  function approve(): void {
    if (notEnlarged.length > 0) toast(toEnlarge);
    else pass.run(papers);
  }
  useHotkeys({ p: approve, n: refuse, s: onNext });

  return (
    <>
      <Chips
        label={t.reason}
        value={reason ?? ''}
        onChange={(value) => setReason(value === reason ? null : value)}
        options={[
          ...reasons.map((one) => ({ value: one.key, label: short[one.key] ?? one[lang], title: one[lang] })),
          { value: other, label: t.otherReason },
        ]}
      />
      {chosen && (
        <p className={styles.chosen}>
          {t.customerSees}: <span lang="zh-CN">{chosen.zh}</span> <span lang="en">{chosen.en}</span>
        </p>
      )}
      {reason === other && (
        <div className={styles.words}>
          <Field
            label={t.zh}
            value={words.zh}
            maxLength={200}
            error={fail.fields['reason'] ?? fail.fields['zh']}
            onChange={(event) => setWords({ ...words, zh: event.target.value })}
          />
          <Field
            label={t.en}
            value={words.en}
            maxLength={200}
            error={fail.fields['en']}
            onChange={(event) => setWords({ ...words, en: event.target.value })}
          />
        </div>
      )}
      <div className={styles.decision}>
        <Button size="large" variant="outline" hotkey="n" busy={fail.busy} onClick={refuse}>
          {t.fail}
        </Button>
        <Button size="large" hotkey="s" onClick={onNext}>
          {t.skip}
        </Button>
        <Button
          size="large"
          variant="good"
          icon="check"
          hotkey="p"
          busy={pass.busy}
          aria-disabled={notEnlarged.length > 0}
          onClick={approve}
        >
          {t.pass}
        </Button>
      </div>
      <p className={styles.hint}>{notEnlarged.length > 0 ? toEnlarge : t.failHint}</p>
    </>
  );
}
