import { useNetworkTitle } from './use-network-title.ts';
import styles from './NetworkTitle.module.css';

interface NetworkTitleProps {
  readonly of: string;
  /** True to show the code, which settings and commands use, beside the title. */
  readonly withCode?: boolean;
}

/** A network's title; the code appears on hovering. */
export function NetworkTitle({ of: chain, withCode = false }: NetworkTitleProps) {
  const title = useNetworkTitle()(chain);
  return (
    <>
      <span title={chain}>{title}</span>
      {withCode && title !== chain && <span className={styles.code}>{chain}</span>}
    </>
  );
}
