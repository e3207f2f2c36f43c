import { consoleCalls, identityStates } from '@fft/console-contract';
import { toast, useLang, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct, useCall, useMay, useRequestId } from '../../api/index.ts';
import { Button, Dialog, Field, Callout, FieldRow, Select, TextArea } from '../../ui/index.ts';
import { contentTexts } from '../../i18n/content.ts';
import { customerTexts } from '../../i18n/customers.ts';
import { Article, noWords } from './Article.tsx';
import styles from './Content.module.css';
import { parseInputValue } from './date-time-input.ts';
import { SentMessages } from './SentMessages.tsx';

const any = '';
const audiences = ['list', 'filter', 'all'] as const;
type Audience = (typeof audiences)[number];

/** Sends inbox messages to some or all customers, immediately or scheduled, and shows their progress. */
export function Messages() {
  const may = useMay();
  return (
    <div className={styles.stack}>
      {may('content.change') && <MessageForm />}
      <SentMessages />
    </div>
  );
}

function MessageForm() {
  const t = useTexts(contentTexts);
  const [words, setWords] = useState(noWords);
  const [at, setAt] = useState('');
  const [unknown, setUnknown] = useState<readonly number[]>([]);
  const [countToConfirm, setCountToConfirm] = useState<number | null>(null);
  const { to, fields } = useRecipients();
  const count = useAct(consoleCalls.content.countRecipients, {
    onDone: (found) => setCountToConfirm(found.count),
  });
  const requestId = useRequestId();
  const send = useAct(consoleCalls.content.sendMessage, {
    onDone: (begun) => {
      toast(begun.approval === null ? t.sent(begun.count) : t.proposed);
      setUnknown(begun.unknown);
      setCountToConfirm(null);
      setWords(noWords);
      requestId.done();
    },
  });
  const due = parseInputValue(at);
  const message = { ...to, ...words, ...(due !== undefined && { at: due }) };
  const sendOnce = (): void => send.run({ ...message, requestId: requestId.idFor(message) });
  const errors = { ...count.fields, ...send.fields };
  return (
    <>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if ('customers' in to) sendOnce();
          else count.run(to);
        }}
      >
        {fields(errors)}
        {unknown.length > 0 && <Callout tone="warn">{t.unknown(unknown.slice(0, 100).join(', '))}</Callout>}
        <Article words={words} onChange={setWords} errors={send.fields} />
        <Field
          label={t.sendAt}
          hint={t.sendAtHint}
          type="datetime-local"
          value={at}
          error={send.fields['at']}
          onChange={(event) => setAt(event.target.value)}
        />
        <div className={styles.buttons}>
          <Button type="submit" variant="primary" busy={count.busy || send.busy}>
            {t.send}
          </Button>
        </div>
      </form>
      {countToConfirm !== null && (
        <Dialog
          title={t.send}
          onClose={() => setCountToConfirm(null)}
          confirm={{
            label: due === undefined ? t.sendNow : t.plan,
            busy: send.busy,
            onPress: sendOnce,
          }}
        >
          <p>{t.goesTo(countToConfirm)}</p>
          {Object.keys(send.fields).length > 0 && <Callout tone="danger">{t.fieldsWrong}</Callout>}
        </Dialog>
      )}
    </>
  );
}

/** Recipients: a list of numbers, a filter, or every customer. */
function useRecipients() {
  const t = useTexts(contentTexts);
  const { identities } = useTexts(customerTexts);
  const lang = useLang();
  const tiers = useCall(consoleCalls.fees.tiers, {});
  const [audience, setAudience] = useState<Audience>('list');
  const [customers, setCustomers] = useState('');
  const [language, setLanguage] = useState('');
  const [identity, setIdentity] = useState('');
  const [tier, setTier] = useState('');
  const filter = {
    ...(language !== any && { language: language as 'zh' | 'en' }),
    ...(identity !== any && { identity: identity as (typeof identityStates)[number] }),
    ...(tier !== any && { tier }),
  };
  const to = audience === 'list' ? { customers } : audience === 'filter' ? filter : {};
  const fields = (errors: Readonly<Record<string, string>>) => (
    <>
      <Select
        label={t.audience}
        value={audience}
        onChange={setAudience}
        options={audiences.map((value) => ({ value, label: t.audiences[value] }))}
      />
      {audience === 'list' && (
        <TextArea
          label={t.customers}
          hint={t.customersHint}
          value={customers}
          rows={2}
          maxLength={150_000}
          error={errors['customers']}
          onChange={(event) => setCustomers(event.target.value)}
        />
      )}
      {audience === 'filter' && (
        <FieldRow columns={3}>
          <Select
            label={t.language}
            value={language}
            onChange={setLanguage}
            options={[
              { value: any, label: t.any },
              ...(['zh', 'en'] as const).map((value) => ({ value, label: t.languages[value] })),
            ]}
          />
          <Select
            label={t.identity}
            value={identity}
            onChange={setIdentity}
            options={[
              { value: any, label: t.any },
              ...identityStates.map((value) => ({ value, label: identities[value] })),
            ]}
          />
          <Select
            label={t.tier}
            value={tier}
            onChange={setTier}
            options={[
              { value: any, label: t.any },
              ...(tiers.data ?? []).map(({ id, nameZh, nameEn }) => ({
                value: String(id),
                label: lang === 'zh' ? nameZh : nameEn,
              })),
            ]}
          />
        </FieldRow>
      )}
    </>
  );
  return { to, fields };
}
