import { consoleCalls, type CustomerDetail } from '@fft/console-contract';
import { formatMinute, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct, useMay } from '../../api/index.ts';
import { Button, Empty, TextArea } from '../../ui/index.ts';
import { customerTexts } from '../../i18n/customers.ts';
import styles from './Customer.module.css';

/** Operators' notes about the customer. */
export function Notes({ customer }: { readonly customer: CustomerDetail }) {
  const t = useTexts(customerTexts);
  const may = useMay();
  const [text, setText] = useState('');
  const note = useAct(consoleCalls.customers.note, { successMessage: t.noted, onDone: () => setText('') });
  return (
    <>
      {may('customers.note') && (
        <form
          className={styles.form}
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            note.run({ id: customer.id, text });
          }}
        >
          <TextArea
            label={t.note}
            value={text}
            maxLength={2000}
            error={note.fields['text']}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" busy={note.busy} disabled={text.trim() === ''}>
            {t.addNote}
          </Button>
        </form>
      )}
      {customer.notes.length === 0 && <Empty icon="edit">{t.noNotes}</Empty>}
      {customer.notes.map(({ id, operator, time, text: noted }) => (
        <article key={id} className={styles.note}>
          <p>
            {operator} · {formatMinute(time)}
          </p>
          <p>{noted}</p>
        </article>
      ))}
    </>
  );
}
