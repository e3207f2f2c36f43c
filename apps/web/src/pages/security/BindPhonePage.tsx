import { calls, Code, type User } from '@fft/contract';
import { CodeLine, flowOf, forgetSent, recallSent } from '../../features/codes/index.ts';
import { FormBody, useCallForm } from '../../features/forms/index.ts';
import { Button, Callout, Empty, Field, toast } from '../../ui/kit/index.ts';
import { refreshUser } from '../../features/session/index.ts';
import { useBack } from '../../features/shell/index.ts';
import { useWithdrawalWait } from '../../features/money/use-withdrawal-wait.ts';
import { codeTexts } from '../../i18n/codes.ts';
import { credentialTexts } from './credentials-texts.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import { useAskNewContact } from './request-code.ts';
import { CredentialPage } from './CredentialPage.tsx';
import { offersPhone } from './security-level.ts';
import styles from './Credentials.module.css';

const purpose = 'phone';

/** Binds a phone number, or replaces the bound one. */
export function BindPhonePage() {
  const t = useTexts(credentialTexts);
  return (
    <CredentialPage title={(user) => (user && user.phone !== null ? t.phoneChangeTitle : t.phoneTitle)}>
      {(user) => (offersPhone(user) ? <PhoneForm user={user} /> : <NotOffered />)}
    </CredentialPage>
  );
}

/** For links from elsewhere: no page of the app leads here then. */
function NotOffered() {
  const t = useTexts(credentialTexts);
  return <Empty title={t.noSms}>{t.noSmsText}</Empty>;
}

function PhoneForm({ user }: { readonly user: User }) {
  const wait = useWithdrawalWait();
  const t = useTexts(credentialTexts);
  const code = useTexts(codeTexts);
  const lang = useLang();
  const goBack = useBack('/pages/user/safety');
  const replaces = user.phone !== null;
  const form = useCallForm({
    call: calls.user.setProfile,
    initial: { phone: recallSent(purpose)?.to || (lang === 'zh' ? '+86 ' : ''), code: '' },
    keeps: { as: 'bind-phone', fields: ['phone'] },
    input: (values) => ({ ...values, ...flowOf(purpose, values.phone) }),
    codeFields: { [Code.wrongCode]: 'code' },
    onDone: (self, isMounted) => {
      forgetSent(purpose);
      refreshUser(self);
      toast(t.phoneBound);
      if (isMounted) goBack();
    },
  });
  const ask = useAskNewContact('phone', form);
  return (
    <FormBody onSubmit={form.submit}>
      {replaces ? (
        <Callout tone="warn" icon="clock">
          {t.holdNote(wait.text)}
        </Callout>
      ) : (
        <p className={styles.about}>{t.phoneAbout}</p>
      )}
      {replaces && (
        <p className={styles.now}>
          {t.phoneNow} <strong>{user.phone}</strong>
        </p>
      )}
      <Field
        {...form.field('phone')}
        label={t.phone}
        hint={t.phoneHint}
        type="tel"
        icon="phone"
        inputMode="tel"
        autoComplete="tel"
        placeholder="+86 138 0013 8000"
      />
      <CodeLine
        {...form.field('code')}
        label={t.phoneCode}
        purpose={purpose}
        ask={ask}
        sent={code.smsSent}
        onChange={(digits) => form.set('code', digits)}
      />
      <Button type="submit" wide busy={form.busy}>
        {replaces ? t.replace : t.bind}
      </Button>
    </FormBody>
  );
}
