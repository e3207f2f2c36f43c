import type { Market } from '@fft/contract';
import { Chip, classes } from '../../ui/kit/index.ts';
import { marketTexts } from '../../i18n/market.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './KindChips.module.css';

type Kind = NonNullable<Market['kind']>;

export interface KindChipsProps {
  readonly kinds: readonly Kind[];
  /** Null shows all kinds. */
  readonly chosen: Kind | null;
  readonly onChoose: (kind: Kind | null) => void;
  readonly className?: string | undefined;
}

/** A choice of the kind of coins; nothing where the list has none. */
export function KindChips({ kinds, chosen, onChoose, className }: KindChipsProps) {
  const t = useTexts(marketTexts);
  if (kinds.length === 0) return null;
  return (
    <div className={classes(styles.kinds, className)} role="group" aria-label={t.kinds}>
      {[null, ...kinds].map((each) => (
        <Chip key={each} chosen={each === chosen} onClick={() => onChoose(each)}>
          {each === null ? t.allKinds : t.kind[each]}
        </Chip>
      ))}
    </div>
  );
}
