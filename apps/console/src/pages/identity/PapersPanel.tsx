import { consoleCalls, photos, type IdentitySubmission, type Photo } from '@fft/console-contract';
import { formatTimestamp, Icon, Link, useLang, useTexts } from '@fft/kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callApi, useCall, useMay, useMe } from '../../api/index.ts';
import { DetailList, Loaded, Monogram, Callout, Panel } from '../../ui/index.ts';
import { identityTexts } from '../../i18n/identity.ts';
import { countryName } from '../../lib/country-name.ts';
import { PapersState } from './columns.tsx';
import { Decision, type Reason } from './Decision.tsx';
import styles from './Papers.module.css';
import { Photos } from './Photos.tsx';
import { Revoke } from './Revoke.tsx';

export interface PapersPanelProps {
  readonly waiting: IdentitySubmission;
  readonly reasons: readonly Reason[];
  readonly onClose: () => void;
  readonly onNext: () => void;
}

/** Opens a submission and holds it for this operator until the panel closes. Each opening is a new entry in the audit log. */
function useOpenSubmission({ id: submission, customer, state }: IdentitySubmission) {
  const queries = useQueryClient();
  const query = useCall(consoleCalls.identity.show, { customer, submission }, { staleTimeMs: Infinity });
  const isShown = query.data !== undefined;
  useEffect(() => {
    if (isShown) void queries.invalidateQueries({ queryKey: [consoleCalls.identity.queue.path] });
  }, [isShown, queries]);
  useEffect(
    () => () => {
      queries.removeQueries({ queryKey: [consoleCalls.identity.show.path, { customer, submission }] });
      // If this call fails, the server releases the hold after a while.
      if (state === 'pending') callApi(consoleCalls.identity.release, { customer }).catch(() => undefined);
    },
    [customer, submission, state, queries],
  );
  return query;
}

/** One submission: photos, document details, checks and the decision. */
export function PapersPanel({ waiting, reasons, onClose, onNext }: PapersPanelProps) {
  const t = useTexts(identityTexts);
  const may = useMay();
  const me = useMe();
  const lang = useLang();
  const { customer, name, submitted, attempt, state, reviewer, decided } = waiting;
  const query = useOpenSubmission(waiting);
  const isOpen = state === 'pending';
  const [enlarged, setEnlarged] = useState<ReadonlySet<Photo>>(new Set());
  const missing = photos.filter((photo) => !enlarged.has(photo));
  return (
    <Panel
      label={t.papers}
      mark={<Monogram of={name} />}
      title={
        <>
          {name}
          <PapersState state={state} />
        </>
      }
      line={
        <>
          {customer} · {t.sent(formatTimestamp(submitted))} · {attempt > 1 ? t.again(attempt) : t.first}
          {isOpen && reviewer === me.name && (
            <span className={styles.held}>
              <Icon name="lock" size={14} /> {t.heldByYou}
            </span>
          )}
        </>
      }
      onClose={onClose}
      foot={
        may('identity.decide') &&
        (isOpen ? (
          <Decision
            customer={customer}
            submission={waiting.id}
            reasons={reasons}
            notEnlarged={missing}
            onNext={onNext}
          />
        ) : (
          state === 'passed' && <Revoke customer={customer} submission={waiting.id} onDone={onClose} />
        ))
      }
    >
      {isOpen && reviewer !== null && reviewer !== me.name && <Callout tone="warn">{t.heldBy(reviewer)}</Callout>}
      <Photos
        customer={customer}
        submission={waiting.id}
        enlarged={enlarged}
        onEnlarge={(photo) => setEnlarged(new Set([...enlarged, photo]))}
      />
      <Loaded query={query}>
        {({ nationality, idType, idNumber }) => (
          <DetailList
            items={[
              [t.name, name],
              [t.nationality, `${countryName(nationality, lang)} (${nationality})`],
              [t.type, t.types[idType]],
              [t.number, idNumber],
              decided === null ? null : [t.reviewer, `${reviewer ?? '--'} · ${formatTimestamp(decided)}`],
            ]}
          />
        )}
      </Loaded>
      <Checks waiting={waiting} />
    </Panel>
  );
}

function Checks({ waiting: { sameAs, attempt } }: { readonly waiting: IdentitySubmission }) {
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
