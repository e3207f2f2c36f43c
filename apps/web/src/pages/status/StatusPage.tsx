import { calls, type Market } from '@fft/contract';
import { useEffect, useState, type ReactNode } from 'react';
import { useCall } from '../../api/index.ts';
import { config } from '../../brand.ts';
import { useConnection } from '../../api/connection/index.ts';
import { formatClock } from '../../lib/format/index.ts';
import { classes, Tag, type TagTone } from '../../ui/kit/index.ts';
import { CallView, Page } from '../../features/shell/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { statusTexts } from './status-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './Status.module.css';

/** Often enough to follow changes, rarely enough to cause no load. */
const askMs = 5000;

const tones: Readonly<Record<Market['state'], TagTone>> = {
  open: 'good',
  cancelOnly: 'warn',
  auction: 'warn',
  halted: 'danger',
};

/** State of the exchange: of the server, of each market, and of this device's connection. */
export function StatusPage() {
  const t = useTexts(statusTexts);
  const { mode, latencyMs, clockOffsetMs } = useConnection();
  const markets = useCall(calls.market.list, {}, { quiet: true, refetchIntervalMs: askMs });
  const isAnswering = mode !== 'offline' && !markets.isError;
  return (
    <Page title={t.title} back={{ fallback: '/pages/content/about' }}>
      <Verdict isAnswering={isAnswering} markets={markets.data ?? null} />
      <section className={styles.group}>
        <h2 className={styles.heading}>{t.service}</h2>
        <dl className={styles.facts}>
          <Fact name={t.server}>
            <ServerState isAnswering={isAnswering} isChecking={markets.data === undefined} />
          </Fact>
          <Fact name={t.stream}>{t.streamStates[mode]}</Fact>
          <Fact name={t.latency}>{latencyMs === null ? '--' : `${Math.max(1, Math.round(latencyMs))} ms`}</Fact>
          <Fact name={t.serverTime}>
            <ServerTime offsetMs={isAnswering ? clockOffsetMs : null} />
          </Fact>
          <Fact name={t.version}>{`${config.name} ${config.version}`}</Fact>
        </dl>
      </section>
      <section className={styles.group}>
        <h2 className={styles.heading}>{t.markets}</h2>
        <CallView call={markets} skeleton={<RowsSkeleton groups={[8]} look="facts" flush />}>
          {(listed) => (
            <dl className={styles.facts}>
              {listed.map(({ symbol, state }) => (
                <Fact key={symbol} name={symbol}>
                  <Tag tone={tones[state]}>{t.marketStates[state]}</Tag>
                </Fact>
              ))}
            </dl>
          )}
        </CallView>
      </section>
    </Page>
  );
}

interface ServerStateProps {
  readonly isAnswering: boolean;
  readonly isChecking: boolean;
}

/** Says the same as the verdict above it. */
function ServerState({ isAnswering, isChecking }: ServerStateProps) {
  const t = useTexts(statusTexts);
  if (isAnswering && isChecking) return <Tag>{t.checking}</Tag>;
  return <Tag tone={isAnswering ? 'good' : 'danger'}>{isAnswering ? t.answering : t.notAnswering}</Tag>;
}

interface VerdictProps {
  readonly isAnswering: boolean;
  /** Null while unknown. */
  readonly markets: readonly Market[] | null;
}

function Verdict({ isAnswering, markets }: VerdictProps) {
  const t = useTexts(statusTexts);
  const [tone, words] = !isAnswering
    ? [styles.danger, t.unreachable]
    : markets === null
      ? [styles.warn, t.checking]
      : markets.every(({ state }) => state === 'open')
        ? [undefined, t.fine]
        : [styles.warn, t.partly];
  return (
    <p className={styles.verdict} role="status">
      <span className={classes(styles.dot, tone)} aria-hidden="true" />
      {words}
    </p>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function ServerTime({ offsetMs }: { readonly offsetMs: number | null }) {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return <time>{formatClock(offsetMs === null ? null : nowMs + offsetMs)}</time>;
}
