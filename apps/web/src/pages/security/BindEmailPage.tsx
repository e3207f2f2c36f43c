import { calls, Code, type User } from '@fft/contract';
import { CodeLine, flowOf, forgetSent, recallSent } from '../../features/codes/index.ts';
import { FormBody, SecondFactorField, useCallForm } from '../../features/forms/index.ts';
import { Button, Callout, Field, toast } from '../../ui/kit/index.ts';
import { refreshUser } from '../../features/session/index.ts';
import { useBack } from '../../features/shell/index.ts';
import { useWithdrawalWait } from '../../features/money/use-withdrawal-wait.ts';
import { codeTexts } from '../../i18n/codes.ts';
import { credentialTexts } from './credentials-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { requestBoundCode, useAskNewContact } from './request-code.ts';
import { CredentialPage } from './CredentialPage.tsx';
import styles from './Credentials.module.css';

const oldPurpose = 'email-old';
const newPurpose = 'email-new';
const requestOldCode = requestBoundCode('bind');

/** Binds an e-mail address. Replacing one also requires a code sent to the old address. */
export function BindEmailPage() {
  const t = useTexts(credentialTexts);
  return (
    <CredentialPage title={(user) => (user && user.email !== null ? t.emailChangeTitle : t.emailTitle)}>
      {(user) => <EmailForm user={user} />}
    </CredentialPage>
  );
}

function EmailForm({ user }: { readonly user: User }) {
  const wait = useWithdrawalWait();
  const t = useTexts(credentialTexts);
  const code = useTexts(codeTexts);
  const goBack = useBack('/pages/user/safety');
  const replaces = user.email !== null;
  const form = useCallForm({
    call: calls.user.bindEmail,
    initial: { oldCode: '', email: recallSent(newPurpose)?.to ?? '', code: '', totp: '' },
    keeps: { as: 'bind-email', fields: ['email'] },
    input: ({ oldCode, totp, ...values }) => ({
      ...values,
      ...flowOf(newPurpose, values.email),
      ...(replaces && { oldCode, oldFlow: flowOf(oldPurpose).flow }),
      ...(user.has.totp && { totp }),
    }),
    // With two codes, the answer doesn't say which one was wrong.
    codeFields: {
      ...(!replaces && { [Code.wrongCode]: 'code' }),
      [Code.secondFactor]: 'totp',
      [Code.conflict]: 'email',
    },
    onDone: (self, isMounted) => {
      forgetSent(oldPurpose);
      forgetSent(newPurpose);
      refreshUser(self);
      toast(t.emailBound);
      if (isMounted) goBack();
    },
  });
  const requestNewCode = useAskNewContact('email', form);
  return (
    <FormBody onSubmit={form.submit}>
      {replaces ? (
        <Callout tone="warn" icon="clock">
          {t.holdAndOthers(wait.text)}
        </Callout>
      ) : (
        <p className={styles.about}>{t.emailAbout}</p>
      )}
      {replaces && (
        <>
          <p className={styles.now}>
            {t.emailNow} <strong>{user.email}</strong>
          </p>
          <CodeLine
            {...form.field('oldCode')}
            label={t.oldCode}
            purpose={oldPurpose}
            own={user.email}
            ask={requestOldCode}
            sent={code.mailSent}
            onChange={(digits) => form.set('oldCode', digits)}
          />
        </>
      )}
      <Field
        {...form.field('email')}
        label={t.newEmail}
        type="email"
        icon="mail"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        placeholder="name@mail.example"
      />
      <CodeLine
        {...form.field('code')}
        label={t.newEmailCode}
        purpose={newPurpose}
        ask={requestNewCode}
        sent={code.mailSent}
        onChange={(digits) => form.set('code', digits)}
      />
      {user.has.totp && <SecondFactorField {...form.field('totp')} />}
      <Button type="submit" wide busy={form.busy}>
        {replaces ? t.replace : t.bind}
      </Button>
    </FormBody>
  );
}
