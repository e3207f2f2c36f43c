import { calls, type CallOutput } from '@fft/contract';
import { useCall } from '../../api/index.ts';
import { formatAmount, formatRate } from '../../lib/format/index.ts';
import { Button, Callout, Icon, Tag } from '../../ui/kit/index.ts';
import { navigate } from '../../lib/routing/index.ts';
import { LoggedIn, useUser } from '../../features/session/index.ts';
import { CallView, Page } from '../../features/shell/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { limitsTexts } from '../../i18n/limits.ts';
import { useTexts } from '../../i18n/index.ts';
import { distinctFees, partUsed } from './figures.ts';
import styles from './LimitsPage.module.css';
import { add, subtract } from '../../lib/exact.ts';

type Limits = CallOutput<typeof calls.withdrawals.limits>;
type Level = keyof Limits['levels'];

/** Limits of the customer's level: daily withdrawals, trading fees, and traded volume. */
export function LimitsPage() {
  const t = useTexts(limitsTexts);
  return (
    <LoggedIn>
      <Page title={t.title} back={{ fallback: '/pages/user/index' }}>
        <Sections />
      </Page>
    </LoggedIn>
  );
}

/** If the first section fails to load, one error with one retry covers both. */
function Sections() {
  const limits = useCall(calls.withdrawals.limits, {}, { quiet: true });
  const isLost = limits.isError && limits.data === undefined;
  return (
    <>
      <Withdrawals limits={limits} />
      {!isLost && <Trading />}
    </>
  );
}

function Withdrawals({ limits }: { readonly limits: ReturnType<typeof useCall<typeof calls.withdrawals.limits>> }) {
  const { data: user } = useUser();
  const level: Level = user?.identity.state === 'passed' ? 'verified' : 'unverified';
  return (
    <CallView call={limits} skeleton={<RowsSkeleton card={148} groups={[2]} />}>
      {(shown) => (
        <>
          <DayCard limits={shown} level={level} />
          <Levels limits={shown} level={level} />
          {level === 'unverified' && (
            <NextLevel isPending={user?.identity.state === 'pending'} isNeeded={shown.identityRequired} />
          )}
        </>
      )}
    </CallView>
  );
}

interface LevelProps {
  readonly limits: Limits;
  readonly level: Level;
}

function DayCard({ limits: { dayLimit, dayUsed, identityRequired }, level }: LevelProps) {
  const t = useTexts(limitsTexts);
  return (
    <section className={styles.card}>
      <h2 className={styles.level}>
        <Icon name="shield-check" size={20} />
        {t.level[level]}
      </h2>
      <p className={styles.label}>{t.withdrawals}</p>
      {identityRequired && level === 'unverified' ? (
        <p className={styles.needed}>{t.needsIdentity}</p>
      ) : (
        <Used dayLimit={dayLimit} dayUsed={dayUsed} />
      )}
    </section>
  );
}

function Used({ dayLimit, dayUsed }: Pick<Limits, 'dayLimit' | 'dayUsed'>) {
  const t = useTexts(limitsTexts);
  const percent = partUsed(dayUsed, dayLimit);
  const left = subtract(dayLimit, dayUsed);
  return (
    <>
      <p className={styles.left}>
        <span>{t.left}</span> <strong>{formatAmount(left.startsWith('-') ? '0' : left, 2)}</strong> USDT
      </p>
      <div className={styles.bar} role="img" aria-label={t.usedPart(percent)}>
        <span style={{ transform: `scaleX(${percent / 100})` }} />
      </div>
      <p className={styles.ends}>
        <span>
          {t.used} {formatAmount(dayUsed, 2)}
        </span>
        <span>{t.of(formatAmount(dayLimit, 2))}</span>
      </p>
    </>
  );
}

function Levels({ limits, level }: LevelProps) {
  const t = useTexts(limitsTexts);
  return (
    <section className={styles.group}>
      <h2 className={styles.heading}>{t.levels}</h2>
      <dl className={styles.rows}>
        {(['unverified', 'verified'] as const).map((each) => (
          <div key={each}>
            <dt>
              {t.level[each]} {each === level && <Tag tone="good">{t.current}</Tag>}
            </dt>
            <dd>
              {limits.identityRequired && each === 'unverified'
                ? t.needsIdentity
                : t.perDay(formatAmount(limits.levels[each], 0))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function NextLevel({ isPending, isNeeded }: { readonly isPending: boolean; readonly isNeeded: boolean }) {
  const t = useTexts(limitsTexts);
  return (
    <div className={styles.next}>
      {isPending ? (
        <Callout tone="warn" icon="clock">
          {t.underReview}
        </Callout>
      ) : (
        <Button wide icon="identity" onClick={() => navigate('/pages/user/idauth')}>
          {isNeeded ? t.verifyToWithdraw : t.verify}
        </Button>
      )}
    </div>
  );
}

function Trading() {
  const t = useTexts(limitsTexts);
  const volume = useCall(calls.trade.volume, {}, { quiet: true });
  const markets = useCall(calls.market.list, {}, { quiet: true, staleTimeMs: 300_000 });
  const fees = distinctFees(markets.data ?? []);
  return (
    <section className={styles.group}>
      <h2 className={styles.heading}>{t.trading}</h2>
      <CallView call={volume} skeleton={<RowsSkeleton groups={[4]} look="facts" flush />}>
        {({ maker, taker, fees: own, tiers }) => (
          <>
            <dl className={styles.rows}>
              {(own ? [own] : fees).map(({ maker: makerFee, taker: takerFee }) => (
                <div key={`${makerFee} ${takerFee}`}>
                  <dt>
                    {t.fees} {own?.tier && <Tag tone="good">{own.tier}</Tag>}
                  </dt>
                  <dd>
                    {formatRate(makerFee)} / {formatRate(takerFee)}
                  </dd>
                </div>
              ))}
              <div>
                <dt>{t.volume}</dt>
                <dd>{formatAmount(add(maker, taker), 2)} USDT</dd>
              </div>
              <div>
                <dt>{t.asMaker}</dt>
                <dd>{formatAmount(maker, 2)} USDT</dd>
              </div>
              <div>
                <dt>{t.asTaker}</dt>
                <dd>{formatAmount(taker, 2)} USDT</dd>
              </div>
            </dl>
            <p className={styles.hint}>{t.volumeHint}</p>
            {tiers.length > 0 && <Tiers tiers={tiers} />}
          </>
        )}
      </CallView>
    </section>
  );
}

/** Fee tiers by traded volume. */
function Tiers({ tiers }: Pick<CallOutput<typeof calls.trade.volume>, 'tiers'>) {
  const t = useTexts(limitsTexts);
  return (
    <>
      <h3 className={styles.heading}>{t.tiers}</h3>
      <dl className={styles.rows}>
        {tiers.map(({ name, from, maker, taker }) => (
          <div key={from}>
            <dt>
              {name} · {t.from(formatAmount(from, 0))}
            </dt>
            <dd>
              {formatRate(maker)} / {formatRate(taker)}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>{t.tiersHint}</p>
    </>
  );
}
