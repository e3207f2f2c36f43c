import { calls, Code, keyRights, type CallOutput, type KeyRight, type User } from '@fft/contract';
import { CodeLine, flowOf, forgetSent } from '../../features/codes/index.ts';
import { FormBody, SecondFactorField, useCallForm } from '../../features/forms/index.ts';
import { Button, Checkbox, CodeField, Field, PasswordField } from '../../ui/kit/index.ts';
import { endOfDay } from '../../ui/dates/index.ts';
import { apiKeyTexts } from './api-keys-texts.ts';
import { codeTexts } from '../../i18n/codes.ts';
import { useTexts } from '../../i18n/index.ts';
import { requestBoundCode } from './request-code.ts';

export interface AddApiKeyProps {
  readonly user: User;
  readonly onDone: (created: CallOutput<typeof calls.keys.create>) => void;
}

const purpose = 'api-key';
const requestCode = requestBoundCode('apiKey');

/** Describes the key, and proves with password, code and second factor that its owner creates it. */
export function AddApiKey({ user, onDone }: AddApiKeyProps) {
  const t = useTexts(apiKeyTexts);
  const codes = useTexts(codeTexts);
  const form = useCallForm({
    call: calls.keys.create,
    initial: {
      name: '',
      rights: 'read',
      addresses: '',
      publicKey: '',
      expires: '',
      password: '',
      payPassword: '',
      code: '',
      totp: '',
    },
    input: ({ totp, payPassword, expires, ...values }) => ({
      ...values,
      ...flowOf(purpose),
      ...(expires !== '' && { expires: endOfDay(expires) ?? 0 }),
      ...(values.rights.includes('withdraw') && { payPassword }),
      ...(user.has.totp && { totp }),
    }),
    codeFields: {
      [Code.wrongCredentials]: 'password',
      [Code.wrongCode]: 'code',
      [Code.wrongPayPassword]: 'payPassword',
      [Code.secondFactor]: 'totp',
    },
    onDone: (created) => {
      forgetSent(purpose);
      onDone(created);
    },
  });
  const chosen = form.values.rights.split(',');
  const choose = (right: KeyRight, on: boolean): void =>
    form.set('rights', keyRights.filter((each) => (each === right ? on : chosen.includes(each))).join(','));
  const payPassword = form.field('payPassword');

  return (
    <FormBody onSubmit={form.submit}>
      <Field {...form.field('name')} label={t.name} hint={t.nameHint} autoComplete="off" maxLength={40} />
      <div role="group" aria-label={t.rightsLabel}>
        {keyRights.map((right) => (
          <Checkbox key={right} checked={chosen.includes(right)} onChange={(on) => choose(right, on)}>
            {right === 'withdraw' ? t.withdrawLabel : t.rights[right]}
          </Checkbox>
        ))}
      </div>
      <Field {...form.field('addresses')} label={t.addresses} hint={t.addressesHint} autoComplete="off" />
      <Field {...form.field('publicKey')} label={t.publicKey} hint={t.publicKeyHint} autoComplete="off" />
      <Field {...form.field('expires')} label={t.expiry} hint={t.expiryHint} type="date" />
      <PasswordField {...form.field('password')} label={t.password} autoComplete="current-password" />
      {chosen.includes('withdraw') && (
        <CodeField
          label={t.payPassword}
          name="payPassword"
          secret
          value={payPassword.value}
          error={payPassword.error}
          onChange={(typed: string) => form.set('payPassword', typed)}
        />
      )}
      <CodeLine
        {...form.field('code')}
        label={t.code}
        purpose={purpose}
        own={user.email}
        ask={requestCode}
        sent={codes.mailSent}
        onChange={(typed) => form.set('code', typed)}
      />
      {user.has.totp && <SecondFactorField {...form.field('totp')} />}
      <Button type="submit" wide busy={form.busy}>
        {t.add}
      </Button>
    </FormBody>
  );
}
