import { calls, type CallOutput } from '@fft/contract';
import { callKey } from '@fft/kit';
import { type ReactNode, useState } from 'react';
import { callApi, queryClient, useCall } from '../../api/index.ts';
import { useDemo } from '../../features/demo/index.ts';
import { classes, Icon, IconButton, OnceOpened } from '../../ui/kit/index.ts';
import { lazySheet } from '../../ui/lazy/index.ts';
import { navigate } from '../../lib/routing/index.ts';
import { firstStepsTexts } from './first-steps-texts.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import styles from './FirstSteps.module.css';

type Steps = CallOutput<typeof calls.firstSteps.read>;

const FaucetSheet = lazySheet(() =>
  import('../../features/balances/FaucetSheet.tsx').then((sheet) => sheet.FaucetSheet),
);

/** A checklist for newcomers, by the state of their account. It ends once all is done, or when it is closed. */
export function FirstSteps() {
  const steps = useCall(calls.firstSteps.read, {}, { quiet: true });
  return steps.data === undefined || steps.data.closed ? null : <Checklist steps={steps.data} />;
}

function Checklist({ steps }: { readonly steps: Steps }) {
  const t = useTexts(firstStepsTexts);
  const lang = useLang();
  const isDemo = useDemo();
  const [receiving, setReceiving] = useState(false);
  const key = callKey(calls.firstSteps.read, {}, lang);

  function close(): void {
    queryClient.setQueryData(key, { ...steps, closed: true });
    // If this fails, the list is back at the next visit.
    void callApi(calls.firstSteps.close, {}, { quiet: true }).catch(() => undefined);
  }

  function endReceiving(): void {
    setReceiving(false);
    void queryClient.invalidateQueries({ queryKey: key });
  }

  const fund = isDemo ? () => setReceiving(true) : () => navigate('/pages/deposit/charge');
  const done = [steps.secured, steps.funded, steps.traded].filter(Boolean).length;
  return (
    <section className={styles.card} data-testid="first-steps">
      <div className={styles.head}>
        <h2 className={styles.title}>{t.title}</h2>
        <span className={styles.count}>{t.done(done, 3)}</span>
        <IconButton icon="close" size={18} label={t.close} onClick={close} />
      </div>
      <ol>
        <Step isDone={steps.secured} words={t.secured} onPress={() => navigate('/pages/user/safety')}>
          1
        </Step>
        <Step isDone={steps.funded} words={isDemo ? t.demoFunded : t.funded} onPress={fund}>
          2
        </Step>
        <Step isDone={steps.traded} words={t.traded} onPress={() => navigate('/pages/home/trade')}>
          3
        </Step>
      </ol>
      <OnceOpened open={receiving}>
        <FaucetSheet open={receiving} coin="USDT" onClose={endReceiving} />
      </OnceOpened>
    </section>
  );
}

interface StepProps {
  readonly isDone: boolean;
  readonly words: { readonly title: string; readonly text: string };
  readonly onPress: () => void;
  /** The step's number. */
  readonly children: ReactNode;
}

function Step({ isDone, words, onPress, children }: StepProps) {
  const t = useTexts(firstStepsTexts);
  const mark = (
    <span className={classes(styles.mark, isDone && styles.done)}>
      {isDone ? <Icon name="check" size={14} /> : <span aria-hidden="true">{children}</span>}
    </span>
  );
  const text = (
    <span className={styles.words}>
      <span className={styles.name}>{words.title}</span>
      <span className={styles.text}>{isDone ? t.isDone : words.text}</span>
    </span>
  );
  if (isDone) {
    return (
      <li className={styles.row}>
        {mark}
        {text}
      </li>
    );
  }
  return (
    <li>
      <button type="button" className={styles.row} onClick={onPress}>
        {mark}
        {text}
        <Icon name="chevron-right" size={18} className={styles.chevron} />
      </button>
    </li>
  );
}
