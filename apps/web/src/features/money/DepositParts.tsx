import type { ReactNode } from 'react';
import { formatBalance } from '../../lib/format/index.ts';
import { Link } from '../../lib/routing/index.ts';
import { classes, Icon, type IconName } from '../../ui/kit/index.ts';
import styles from './DepositParts.module.css';

/** The way from a page's title to a statement. */
export function BillsLink({ to, label }: { readonly to: string; readonly label: string }) {
  return (
    <Link className={styles.bills} to={to} aria-label={label} title={label}>
      <Icon name="statement" size={22} />
    </Link>
  );
}

export interface ThreeFactsProps {
  readonly facts: readonly (readonly [name: string, value: ReactNode])[];
  /** True for sentences rather than figures. */
  readonly small?: boolean;
}

/** What to know about a way of depositing, side by side. */
export function ThreeFacts({ facts, small = false }: ThreeFactsProps) {
  return (
    <dl className={classes(styles.facts, small && styles.small)}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface ArrivedProps {
  readonly title: string;
  readonly all: { readonly to: string; readonly label: string };
  readonly children: ReactNode;
}

/** The section with what arrived, and a link to everything. */
export function Arrived({ title, all, children }: ArrivedProps) {
  return (
    <section>
      <div className={styles.heading}>
        <h2>{title}</h2>
        <Link to={all.to} className={styles.all}>
          {all.label}
          <Icon name="chevron-right" size={16} />
        </Link>
      </div>
      {children}
    </section>
  );
}

/** Says that nothing arrived yet. */
export function NoneArrived({ children }: { readonly children: string }) {
  return <p className={styles.none}>{children}</p>;
}

export interface ArrivedRowProps {
  readonly testId: string;
  readonly icon: IconName;
  readonly tone: 'good' | 'warn' | 'danger' | 'plain';
  readonly amount: string;
  readonly coin: string;
  /** How it stands. */
  readonly state: ReactNode;
  /** Lines below the amount. */
  readonly children: ReactNode;
}

/** One deposit. */
export function ArrivedRow({ testId, icon, tone, amount, coin, state, children }: ArrivedRowProps) {
  return (
    <li className={styles.row} data-testid={testId}>
      <span className={classes(styles.disc, styles[tone])}>
        <Icon name={icon} size={20} />
      </span>
      <div className={styles.words}>
        <p className={styles.amount}>
          +{formatBalance(amount, coin)} {coin}
          {state}
        </p>
        {children}
      </div>
    </li>
  );
}

/** A line below the amount. */
export function Second({ children }: { readonly children: ReactNode }) {
  return <p className={styles.second}>{children}</p>;
}
