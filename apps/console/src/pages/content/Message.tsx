import { consoleCalls, identityStates } from '@fft/console-contract';
import { toast, useLang, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct, useCall, useRequestId } from '../../api/index.ts';
import { Button, Dialog, Field, Note, Row, Select, TextArea } from '../../ui/index.ts';
import { useMay } from '../../features/session/index.ts';
import { contentTexts } from '../../i18n/content.ts';
import { customerTexts } from '../../i18n/customers.ts';
import { Article, noWords } from './Article.tsx';
import styles from './Content.module.css';
import { fromLine } from './moments.ts';
import { SentMessages } from './SentMessages.tsx';

const any = '';
const audiences = ['list', 'filter', 'all'] as const;
type Audience = (typeof audiences)[number];

/** Sends inbox messages to some or all customers, immediately or scheduled, and shows their progress. */
export function Message() {
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
  const [asked, setAsked] = useState<number | null>(null);
  const { to, fields } = useRecipients();
  const count = useAct(consoleCalls.content.recipients, {
    onDone: (found) => setAsked(found.count),
  });
  const requestId = useRequestId();
  const send = useAct(consoleCalls.content.message, {
    onDone: (begun) => {
      toast(t.sent(begun.count));
      setUnknown(begun.unknown);
      setAsked(null);
      setWords(noWords);
      requestId.done();
    },
  });
  const due = fromLine(at);
  const message = { ...to, ...words, ...(due !== undefined && { at: due }) };
  const sendOnce = (): void => send.run({ ...message, requestId: requestId.idFor(message) });
  const errors = { ...count.fields, ...send.fields };
  return (
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
      {unknown.length > 0 && <Note tone="warn">{t.unknown(unknown.slice(0, 100).join(', '))}</Note>}
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
      {asked !== null && (
        <Dialog
          title={t.send}
          onClose={() => setAsked(null)}
          confirm={{
            label: due === undefined ? t.sendNow : t.plan,
            busy: send.busy,
            onPress: sendOnce,
          }}
        >
          <p>{t.goesTo(asked)}</p>
          {Object.keys(send.fields).length > 0 && <Note tone="danger">{t.fieldsWrong}</Note>}
        </Dialog>
      )}
    </form>
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
  const [spoken, setSpoken] = useState('');
  const [identity, setIdentity] = useState('');
  const [tier, setTier] = useState('');
  const filter = {
    ...(spoken !== any && { language: spoken as 'zh' | 'en' }),
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
        <Row of={3}>
          <Select
            label={t.language}
            value={spoken}
            onChange={setSpoken}
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
        </Row>
      )}
    </>
  );
  return { to, fields };
}
