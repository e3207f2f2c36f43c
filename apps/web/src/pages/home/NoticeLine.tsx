import { useState } from 'react';
import { Icon, OnceOpened } from '../../ui/kit/index.ts';
import { lazySheet } from '../../ui/lazy/index.ts';
import { homeTexts } from './home-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './NoticeLine.module.css';
import type { Notice } from './NoticeSheet.tsx';
import { useRotation } from './use-rotation.ts';

const NoticeSheet = lazySheet(() => import('./NoticeSheet.tsx').then((sheet) => sheet.NoticeSheet));

const turnMs = 5000;

/** Shows one notice at a time; a press opens all of them. */
export function NoticeLine({ notices }: { readonly notices: readonly Notice[] }) {
  const t = useTexts(homeTexts);
  const [open, setOpen] = useState(false);
  const [place, , hold] = useRotation(notices.length, turnMs);
  const notice = notices[place];
  return (
    <>
      <button
        type="button"
        className={styles.line}
        aria-haspopup="dialog"
        onFocus={hold}
        onClick={() => {
          hold();
          setOpen(true);
        }}
      >
        <Icon name="megaphone" size={18} className={styles.icon} />
        <span key={notice?.id} className={styles.title}>
          {notice?.title}
        </span>
        <span className={styles.count} aria-label={t.noticeOf(place + 1, notices.length)}>
          {place + 1}/{notices.length}
        </span>
        <Icon name="chevron-right" size={14} className={styles.icon} />
      </button>
      <OnceOpened open={open}>
        <NoticeSheet open={open} notices={notices} onClose={() => setOpen(false)} />
      </OnceOpened>
    </>
  );
}
