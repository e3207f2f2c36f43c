import { consoleCalls, type WaitingIdentity } from '@fft/console-contract';
import { formatMoment, Icon, Link, toast, useLang, useTexts } from '@fft/kit';
import { useState } from 'react';
import { useAct, useCall } from '../../api/index.ts';
import { Button, Chips, Facts, Field, Loaded, Monogram, Panel, Tag, useHotkeys } from '../../kit/index.ts';
import { useMay } from '../../session/index.ts';
import { identityTexts } from '../../texts/identity.ts';
import styles from './Papers.module.css';
import { Photos } from './Photos.tsx';

interface Reason {
  readonly key: string;
  readonly zh: string;
  readonly en: string;
}

export interface PapersPanelProps {
  readonly waiting: WaitingIdentity;
  readonly reasons: readonly Reason[];
  readonly onClose: () => void;
  readonly onNext: () => void;
}

/** One case: photos, what stands on the papers, what to look at, and the decision. */
export function PapersPanel({ waiting, reasons, onClose, onNext }: PapersPanelProps) {
  const t = useTexts(identityTexts);
  const may = useMay();
  const { customer, submitted, attempt } = waiting;
  const query = useCall(consoleCalls.identity.show, { customer }, { staleTimeMs: Infinity });
  return (
    <Panel
      label={t.papers}
      mark={<Monogram of={query.data?.name ?? '?'} />}
      title={
        <>
          {query.data?.name ?? customer}
          <Tag tone="warn">{t.review}</Tag>
        </>
      }
      line={`${customer} · ${t.sent(formatMoment(submitted))} · ${attempt > 1 ? t.again(attempt) : t.first}`}
      onClose={onClose}
      foot={may('identity.decide') && <Decision customer={customer} reasons={reasons} onNext={onNext} />}
    >
      <Photos customer={customer} />
      <Loaded query={query}>
        {({ name, nationality, idType, idNumber }) => (
          <Facts
            of={[
              [t.name, name],
              [t.nationality, nationality],
              [t.type, t.types[idType]],
              [t.number, idNumber],
            ]}
          />
        )}
      </Loaded>
      <Checks waiting={waiting} />
    </Panel>
  );
}

function Checks({ waiting: { sameAs, attempt } }: { readonly waiting: WaitingIdentity }) {
  const t = useTexts(identityTexts);
  const may = useMay();
  return (
    <ul className={styles.checks} aria-label={t.checks}>
      <li className={sameAs.length > 0 ? styles.look : styles.fine}>
        <Icon name={sameAs.length > 0 ? 'warning' : 'check'} size={18} />
        <span>{sameAs.length > 0 ? t.same : t.sameNone}</span>
        <span className={styles.found}>
          {sameAs.map((id) =>
            may('customers.see') ? (
              <Link key={id} to={`/customers?id=${id}`}>
                {id}
              </Link>
            ) : (
              <span key={id}>{id}</span>
            ),
          )}
        </span>
      </li>
      <li className={attempt > 1 ? styles.look : styles.fine}>
        <Icon name={attempt > 1 ? 'warning' : 'check'} size={18} />
        <span>{t.attempts}</span>
        <span className={styles.found}>{attempt}</span>
      </li>
    </ul>
  );
}

const other = 'other';

function Decision({
  customer,
  reasons,
  onNext,
}: Pick<PapersPanelProps, 'reasons' | 'onNext'> & { readonly customer: number }) {
  const t = useTexts(identityTexts);
  const lang = useLang();
  const short: Readonly<Record<string, string>> = t.reasons;
  const [reason, setReason] = useState<string | null>(null);
  const [words, setWords] = useState({ zh: '', en: '' });
  const pass = useAct(consoleCalls.identity.pass, { says: t.didPass, onDone: onNext });
  const fail = useAct(consoleCalls.identity.fail, { says: t.didFail, onDone: onNext });

  function refuse(): void {
    if (reason === null) toast(t.chooseReason);
    else fail.run(reason === other ? { customer, ...words } : { customer, reason });
  }
  useHotkeys({ p: () => pass.run({ customer }), n: refuse, s: onNext });

  return (
    <>
      <Chips
        label={t.reason}
        value={reason ?? ''}
        onChange={(value) => setReason(value === reason ? null : value)}
        options={[
          ...reasons.map((one) => ({ value: one.key, label: short[one.key] ?? one[lang], title: one[lang] })),
          { value: other, label: t.otherReason },
        ]}
      />
      {reason === other && (
        <div className={styles.words}>
          <Field
            label={t.zh}
            value={words.zh}
            maxLength={200}
            error={fail.fields['reason'] ?? fail.fields['zh']}
            onChange={(event) => setWords({ ...words, zh: event.target.value })}
          />
          <Field
            label={t.en}
            value={words.en}
            maxLength={200}
            error={fail.fields['en']}
            onChange={(event) => setWords({ ...words, en: event.target.value })}
          />
        </div>
      )}
      <div className={styles.decision}>
        <Button size="large" variant="outline" hotkey="n" busy={fail.busy} onClick={refuse}>
          {t.fail}
        </Button>
        <Button size="large" hotkey="s" onClick={onNext}>
          {t.skip}
        </Button>
        <Button
          size="large"
          variant="good"
          icon="check"
          hotkey="p"
          busy={pass.busy}
          onClick={() => pass.run({ customer })}
        >
          {t.pass}
        </Button>
      </div>
      <p className={styles.hint}>{t.failHint}</p>
    </>
  );
}
