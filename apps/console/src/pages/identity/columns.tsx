import type { IdentitySubmission } from '@fft/console-contract';
import { formatMinute, useLang, useTexts } from '@fft/kit';
import { useMe } from '../../api/index.ts';
import { type Column, Tag, Who } from '../../ui/index.ts';
import { identityTexts } from '../../i18n/identity.ts';
import { countryName } from '../../lib/country-name.ts';
import styles from './IdentityPage.module.css';
import type { View } from './use-queue.ts';
import { formatWait, longWaitMs } from './wait.ts';

/** Columns of the queue: waiting time and flags for pending submissions, result and time for decided ones. */
export function useColumns(view: View, now: number): readonly Column<IdentitySubmission>[] {
  const t = useTexts(identityTexts);
  const lang = useLang();
  const waits: readonly Column<IdentitySubmission>[] = [
    {
      key: 'since',
      label: t.since,
      render: ({ submitted }) => (
        <span className={now - submitted > longWaitMs ? styles.long : styles.short}>
          {formatWait(now - submitted, t)}
        </span>
      ),
      tight: true,
    },
    { key: 'flag', label: t.flag, render: (row) => <Flags row={row} />, spare: 'below' },
  ];
  const decided: readonly Column<IdentitySubmission>[] = [
    { key: 'result', label: t.result, render: ({ state }) => <PapersState state={state} /> },
    { key: 'decided', label: t.decidedAt, render: (row) => formatMinute(row.decided), tight: true },
  ];
  return [
    {
      key: 'customer',
      label: t.customer,
      render: (row) => <Who {...row} />,
      lead: true,
    },
    {
      key: 'document',
      label: t.document,
      render: ({ nationality, idType }) => (
        <span className={styles.document}>
          <span title={countryName(nationality, lang)}>
            <Tag>{nationality}</Tag>
          </span>{' '}
          {t.types[idType]}
        </span>
      ),
      tight: true,
    },
    ...(view === 'decided' ? decided : waits),
    { key: 'reviewer', label: t.reviewer, render: ({ reviewer }) => <Reviewer name={reviewer} />, spare: true },
  ];
}

/** The state of a submission as a tag. */
export function PapersState({ state }: { readonly state: IdentitySubmission['state'] }) {
  const t = useTexts(identityTexts);
  return <Tag tone={state === 'pending' ? 'warn' : state === 'passed' ? 'good' : 'danger'}>{t.states[state]}</Tag>;
}

function Reviewer({ name }: { readonly name: string | null }) {
  const t = useTexts(identityTexts);
  const me = useMe();
  return <span className={styles.reviewer}>{name === me.name ? t.you : (name ?? '--')}</span>;
}

function Flags({ row: { sameAs, attempt } }: { readonly row: IdentitySubmission }) {
  const t = useTexts(identityTexts);
  if (sameAs.length > 0) return <Tag tone="warn">{t.duplicate}</Tag>;
  if (attempt > 1) return <Tag tone="warn">{t.again(attempt)}</Tag>;
  return <span className={styles.noFlag}>{t.noFlag}</span>;
}
