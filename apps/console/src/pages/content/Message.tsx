import { consoleCalls } from '@fft/console-contract';
import { toast, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct } from '../../api/index.ts';
import { Button, Note, TextArea } from '../../kit/index.ts';
import { contentTexts } from '../../texts/content.ts';
import { Article, noWords } from './Article.tsx';
import styles from './Content.module.css';

/** Writes into the inboxes of some customers. */
export function Message() {
  const t = useTexts(contentTexts);
  const [customers, setCustomers] = useState('');
  const [words, setWords] = useState(noWords);
  const [unknown, setUnknown] = useState<readonly number[]>([]);
  const send = useAct(consoleCalls.content.message, {
    onDone: ({ sent, unknown: missed }) => {
      toast(t.sent(sent));
      setUnknown(missed);
      if (missed.length > 0) return;
      setCustomers('');
      setWords(noWords);
    },
  });
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        send.run({ customers, ...words });
      }}
    >
      <TextArea
        label={t.customers}
        hint={t.customersHint}
        value={customers}
        rows={2}
        maxLength={4000}
        error={send.fields['customers']}
        onChange={(event) => setCustomers(event.target.value)}
      />
      {unknown.length > 0 && <Note tone="warn">{t.unknown(unknown.join(', '))}</Note>}
      <Article words={words} onChange={setWords} errors={send.fields} />
      <div className={styles.buttons}>
        <Button type="submit" variant="primary" busy={send.busy}>
          {t.send}
        </Button>
      </div>
    </form>
  );
}
