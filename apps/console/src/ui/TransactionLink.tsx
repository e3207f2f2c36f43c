import type { ReactNode } from 'react';

interface TransactionLinkProps {
  readonly txid: string;
  /** Null where there is no block explorer. */
  readonly url: string | null;
  /** The id by default. */
  readonly children?: ReactNode;
}

/** A transaction's id, which leads to its page at a block explorer. */
export function TransactionLink({ txid, url, children = txid }: TransactionLinkProps) {
  if (url === null) return <span title={txid}>{children}</span>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" title={txid}>
      {children}
    </a>
  );
}
