import { consoleCalls } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { useAct } from '../../api/index.ts';
import { Button, Field, Row, useFields } from '../../kit/index.ts';
import { marketTexts } from '../../texts/markets.ts';
import styles from './Markets.module.css';

/** The server's word for “the markets' fees again”. */
const none = -1;

/** Gives one customer fees of his own, or the markets' back. */
export function OwnFees() {
  const t = useTexts(marketTexts);
  const set = useAct(consoleCalls.markets.setfees, { says: t.feesSet });
  const { values, field } = useFields({ customer: '', makerPpm: '800', takerPpm: '1000' }, set.fields);
  const ppm = { inputMode: 'numeric', suffix: 'ppm', hint: t.ppmHint } as const;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        set.run(values);
      }}
    >
      <p className={styles.text}>{t.setFeesText}</p>
      <Field label={t.customer} {...field('customer')} inputMode="numeric" />
      <Row>
        <Field label={t.maker} {...field('makerPpm')} {...ppm} />
        <Field label={t.taker} {...field('takerPpm')} {...ppm} />
      </Row>
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={set.busy}>
          {t.setFees}
        </Button>
        <Button
          busy={set.busy}
          title={t.giveBackText}
          onClick={() => set.run({ customer: values.customer, makerPpm: none, takerPpm: none })}
        >
          {t.giveBack}
        </Button>
      </div>
    </form>
  );
}
