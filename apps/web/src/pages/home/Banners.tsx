import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { classes, Icon } from '../../ui/kit/index.ts';
import { Link } from '../../lib/routing/index.ts';
import { homeTexts } from './home-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { BannerArt } from './BannerArt.tsx';
import styles from './Banners.module.css';
import { useRotation } from './use-rotation.ts';

interface Banner {
  readonly id: string;
  readonly image: string | null;
  readonly title: string;
  readonly link: string | null;
}

const turnMs = 6000;

/** A carousel: swiped by the customer, or advanced by itself until first touched. */
export function Banners({ banners }: { readonly banners: readonly Banner[] }) {
  const t = useTexts(homeTexts);
  const row = useRef<HTMLUListElement>(null);
  const [place, setPlace, hold] = useRotation(banners.length, turnMs);

  useEffect(() => {
    const element = row.current;
    if (element) element.scrollTo({ left: place * element.clientWidth, behavior: 'smooth' });
  }, [place]);

  const touched = useEffectEvent(hold);
  /** Once a swipe has come to rest, its position selects the banner. */
  const settled = useEffectEvent((element: HTMLElement) => {
    setPlace(Math.round(element.scrollLeft / Math.max(element.clientWidth, 1)));
  });
  useEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    const onTouch = (): void => touched();
    const onSettle = (): void => settled(element);
    element.addEventListener('pointerdown', onTouch);
    element.addEventListener('focusin', onTouch);
    element.addEventListener('scrollend', onSettle);
    return () => {
      element.removeEventListener('pointerdown', onTouch);
      element.removeEventListener('focusin', onTouch);
      element.removeEventListener('scrollend', onSettle);
    };
  }, []);

  return (
    <section className={styles.banners} aria-label={t.banners} aria-roledescription="carousel">
      <ul ref={row} className={styles.row}>
        {banners.map((banner, index) => (
          <li key={banner.id} className={styles.item} inert={index !== place}>
            <BannerCard banner={banner} index={index} />
          </li>
        ))}
      </ul>
      {banners.length > 1 && (
        <span className={styles.dots} aria-hidden="true">
          {banners.map(({ id }, index) => (
            <span key={id} className={classes(styles.dot, index === place && styles.now)} />
          ))}
        </span>
      )}
    </section>
  );
}

function BannerCard({ banner, index }: { readonly banner: Banner; readonly index: number }) {
  const t = useTexts(homeTexts);
  return (
    <BannerFrame link={banner.link}>
      {banner.image === null ? <BannerArt index={index} /> : <img className={styles.image} src={banner.image} alt="" />}
      <span className={styles.title}>{banner.title}</span>
      {banner.link !== null && (
        <span className={styles.more}>
          {t.seeBanner}
          <Icon name="chevron-right" size={12} />
        </span>
      )}
    </BannerFrame>
  );
}

/** Links to a page of the app or an external address, or renders no link. */
function BannerFrame({ link, children }: { readonly link: string | null; readonly children: ReactNode }) {
  if (link === null) return <div className={styles.card}>{children}</div>;
  if (link.startsWith('/')) {
    return (
      <Link to={link} className={styles.card}>
        {children}
      </Link>
    );
  }
  return (
    <a href={link} className={styles.card} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  );
}
