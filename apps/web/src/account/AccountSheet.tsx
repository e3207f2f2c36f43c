import { calls } from '@fft/contract';
import { useNavigate } from 'react-router';
import { callApi } from '../api/index.ts';
import { config } from '../config.ts';
import { Button, Segmented, Sheet, toast } from '../kit/index.ts';
import { session, useSession } from '../session/index.ts';
import { setUpColor, upColors, useUpColor } from '../settings/up-color.ts';
import { accountTexts } from '../texts/account.ts';
import { setLang, textsNow, useLang, useTexts } from '../texts/index.ts';
import styles from './AccountSheet.module.css';
import { WhoAmI } from './WhoAmI.tsx';

/** Who I am, language, colours, and the way out. */
export function AccountSheet({ open, onClose }: { readonly open: boolean; readonly onClose: () => void }) {
  const t = useTexts(accountTexts);
  const { isLoggedIn } = useSession();
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={t.title}
      footer={isLoggedIn ? <LogOut onDone={onClose} /> : <ComeIn onDone={onClose} />}
    >
      <WhoAmI />
      <LanguageRow />
      <UpColorRow />
      <p className={styles.version}>
        {config.name} · {t.version} {config.version}
      </p>
    </Sheet>
  );
}

function LanguageRow() {
  const t = useTexts(accountTexts);
  const lang = useLang();
  return (
    <section className={styles.setting}>
      <h3 className={styles.label}>{t.language}</h3>
      <Segmented
        label={t.language}
        value={lang}
        onChange={setLang}
        options={[
          { value: 'zh', label: '简体中文' },
          { value: 'en', label: 'English' },
        ]}
      />
    </section>
  );
}

function UpColorRow() {
  const t = useTexts(accountTexts);
  const upColor = useUpColor();
  return (
    <section className={styles.setting}>
      <h3 className={styles.label}>
        {t.upColor}
        <span className={styles.sample} aria-hidden="true">
          <span className={styles.up}>▲ +2.36%</span> <span className={styles.down}>▼ −1.27%</span>
        </span>
      </h3>
      <Segmented
        label={t.upColor}
        value={upColor}
        onChange={setUpColor}
        options={upColors.map((color) => ({ value: color, label: t.upColors[color] }))}
      />
    </section>
  );
}

function LogOut({ onDone }: { readonly onDone: () => void }) {
  const t = useTexts(accountTexts);

  function leave(): void {
    // The session ends on this device whatever the server answers; the token goes along with the call before it is forgotten.
    void callApi(calls.passport.logout, {}, { quiet: true }).catch(() => undefined);
    session.close();
    onDone();
    toast(textsNow(accountTexts).loggedOut);
  }

  return (
    <Button variant="secondary" icon="logout" onClick={leave}>
      {t.logOut}
    </Button>
  );
}

function ComeIn({ onDone }: { readonly onDone: () => void }) {
  const t = useTexts(accountTexts);
  const navigate = useNavigate();

  function goTo(path: string): void {
    onDone();
    void navigate(path);
  }

  return (
    <>
      <Button variant="secondary" onClick={() => goTo('/pages/login/reg')}>
        {t.register}
      </Button>
      <Button onClick={() => goTo('/pages/login/login')}>{t.logIn}</Button>
    </>
  );
}
