import { Button } from '../../ui/kit/index.ts';
import { navigate } from '../../lib/routing/index.ts';
import { homeTexts } from './home-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './Welcome.module.css';

/** Introduces the exchange to guests, with the register and log-in buttons. */
export function Welcome() {
  const t = useTexts(homeTexts);
  return (
    <section className={styles.welcome}>
      <h2 className={styles.headline}>{t.headline}</h2>
      <p className={styles.pitch}>{t.pitch}</p>
      <div className={styles.buttons}>
        <Button variant="secondary" onClick={() => navigate('/pages/login/login')}>
          {t.logIn}
        </Button>
        <Button onClick={() => navigate('/pages/login/reg')}>{t.register}</Button>
      </div>
    </section>
  );
}
