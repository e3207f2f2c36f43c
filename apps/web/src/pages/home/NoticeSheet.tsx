import { Icon, Sheet } from '../../ui/kit/index.ts';
import { Link } from '../../lib/routing/index.ts';
import { homeTexts } from './home-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './NoticeSheet.module.css';

export interface Notice {
  readonly id: string;
  readonly title: string;
}

export interface NoticeSheetProps {
  readonly open: boolean;
  readonly notices: readonly Notice[];
  readonly onClose: () => void;
}

/** All notices in full. */
export function NoticeSheet({ open, notices, onClose }: NoticeSheetProps) {
  const t = useTexts(homeTexts);
  return (
    <Sheet open={open} onClose={onClose} title={t.notices}>
      <ul>
        {notices.map(({ id, title }) => (
          <li key={id}>
            <Link to={`/pages/content/detail?id=${encodeURIComponent(id)}`} className={styles.notice}>
              {title}
              <Icon name="chevron-right" size={14} />
            </Link>
          </li>
        ))}
      </ul>
    </Sheet>
  );
}
