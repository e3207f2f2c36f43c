import { useId } from 'react';
import { classes, Icon } from '../../ui/kit/index.ts';
import { identityTexts } from '../../i18n/identity.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './Examples.module.css';
import { FrontDrawing } from './Sample.tsx';

const kinds = ['clear', 'cut', 'blurred', 'glare'] as const;
type Kind = (typeof kinds)[number];

/** One example of a good photo and three of bad ones. */
export function Examples() {
  const t = useTexts(identityTexts);
  return (
    <ul className={styles.examples}>
      {kinds.map((kind) => (
        <li key={kind} className={styles.example}>
          <span className={styles.picture}>
            <Example kind={kind} />
            <span className={classes(styles.mark, kind === 'clear' ? styles.good : styles.bad)}>
              <Icon name={kind === 'clear' ? 'check' : 'close'} size={12} />
            </span>
          </span>
          <span className={styles.unseen}>{kind === 'clear' ? t.good : t.bad}: </span>
          {t.examples[kind]}
        </li>
      ))}
    </ul>
  );
}

function Example({ kind }: { readonly kind: Kind }) {
  const light = useId();
  return (
    <svg viewBox={kind === 'cut' ? '26 -14 104 68' : '-10 -8 124 84'} className={styles[kind]} aria-hidden="true">
      <FrontDrawing />
      {kind === 'glare' && (
        <>
          <radialGradient id={light}>
            <stop offset="0.2" stopColor="#fff" />
            <stop offset="1" stopColor="#fff" stopOpacity="0" />
          </radialGradient>
          <circle cx="72" cy="26" r="34" fill={`url(#${light})`} />
        </>
      )}
    </svg>
  );
}
