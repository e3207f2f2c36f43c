import { type ReactNode, useState } from 'react';
import { useSecondsUntil } from '../../api/connection/index.ts';
import { formatMinute } from '../../lib/format/index.ts';
import { copyText } from '../../ui/clipboard/index.ts';
import { IconButton, Modal, Tag, toast } from '../../ui/kit/index.ts';
import { AddressText } from './AddressText.tsx';
import styles from './SavedRow.module.css';
import { useWithdrawalWait } from './use-withdrawal-wait.ts';

/** Words for one kind of saved destination. */
export interface SavedTexts {
  readonly waits: (time: string) => string;
  readonly usable: string;
  readonly copy: string;
  readonly remove: string;
  readonly removeTitle: string;
  readonly removeText: (wait: string) => string;
  readonly removeGo: string;
  readonly cancel: string;
  readonly removed: string;
}

export interface SavedRowProps {
  readonly kind: 'address' | 'bank-account';
  readonly texts: SavedTexts;
  /** The coin's picture. */
  readonly mark: ReactNode;
  readonly name: string;
  readonly tag: string;
  /** The address or the account number. */
  readonly to: string;
  /** A second line below it. */
  readonly note: ReactNode;
  readonly usableFrom: number;
  /** What the question before removing names. */
  readonly called: string;
  /** Removes it; reads the list again in any case. */
  readonly onRemove: () => Promise<void>;
}

/** The list of saved destinations. */
export function SavedList({ children }: { readonly children: ReactNode }) {
  return <ul className={styles.list}>{children}</ul>;
}

/** A saved destination of withdrawals: its name, where it leads, and the time from which it can be used. */
export function SavedRow({ kind, texts: t, mark, name, tag, to, note, usableFrom, called, onRemove }: SavedRowProps) {
  const waits = useSecondsUntil(usableFrom) > 0;
  const [asks, setAsks] = useState(false);
  return (
    <li className={styles.row} data-testid={kind}>
      {mark}
      <div className={styles.words}>
        <p className={styles.head}>
          <span className={styles.name}>{name}</span>
          <Tag tone="accent">{tag}</Tag>
        </p>
        <AddressText address={to} />
        {note !== null && <p className={styles.note}>{note}</p>}
        <p className={styles.state}>
          <Tag tone={waits ? 'warn' : 'good'}>{waits ? t.waits(formatMinute(usableFrom)) : t.usable}</Tag>
        </p>
      </div>
      <div className={styles.acts}>
        <IconButton icon="copy" size={18} label={t.copy} onClick={() => void copyText(to)} />
        <IconButton icon="trash" size={18} label={t.remove} aria-haspopup="dialog" onClick={() => setAsks(true)} />
      </div>
      {asks && <RemoveModal texts={t} called={called} onRemove={onRemove} onClose={() => setAsks(false)} />}
    </li>
  );
}

interface RemoveModalProps extends Pick<SavedRowProps, 'texts' | 'called' | 'onRemove'> {
  readonly onClose: () => void;
}

function RemoveModal({ texts: t, called, onRemove, onClose }: RemoveModalProps) {
  const wait = useWithdrawalWait();
  const [busy, setBusy] = useState(false);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await onRemove();
      toast(t.removed);
      onClose();
    } catch {
      // The customer has been notified.
    } finally {
      setBusy(false);
    }
  }

  return (
    <Modal
      open
      icon="trash"
      tone="danger"
      title={t.removeTitle}
      message={called}
      confirm={{ label: t.removeGo, variant: 'danger', busy, onPress: () => void remove() }}
      cancel={{ label: t.cancel, onPress: onClose }}
    >
      {t.removeText(wait.text)}
    </Modal>
  );
}
