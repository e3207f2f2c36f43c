import type { ReactNode } from 'react';
import { countryName } from '../../features/countries/index.ts';
import { Button, Delayed, Empty, ErrorState, Icon, Skeleton } from '../../ui/kit/index.ts';
import { Link, navigate, useLocation } from '../../lib/routing/index.ts';
import { useUser } from '../../features/session/index.ts';
import { Page } from '../../features/shell/index.ts';
import { locationTexts } from '../../features/world/location-texts.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import { countryAt, type Place, unitsOf, WorldMap } from '../../features/world/index.ts';
import styles from './Location.module.css';

/** Shows a location on the map: the one in the address, otherwise the customer's own. */
export function OpenLocationPage() {
  const t = useTexts(locationTexts);
  const { search } = useLocation();
  const query = new URLSearchParams(search);
  const isNamed = query.has('latitude') || query.has('longitude');
  return (
    <Page title={t.openTitle} back={{ fallback: '/pages/user/index' }}>
      {isNamed ? <Named key={search} place={placeOf(query)} name={query.get('name')} /> : <Mine />}
    </Page>
  );
}

/** A location from a link. If it can't be read, the customer's own doesn't replace it. */
function Named({ place, name }: { readonly place: Place | null; readonly name: string | null }) {
  const t = useTexts(locationTexts);
  if (place !== null) return <Shown place={place} name={name} />;
  return <NothingShown title={t.unreadable}>{t.unreadableText}</NothingShown>;
}

function Mine() {
  const t = useTexts(locationTexts);
  const { data: user, isLoading, error, isFetching, refetch } = useUser();
  if (user?.location) {
    return (
      <Shown place={user.location} name={null}>
        <Link to="/choose-location" className={styles.change}>
          {t.change}
        </Link>
      </Shown>
    );
  }
  if (isLoading) {
    return (
      <Delayed>
        <div className={styles.content} aria-hidden="true">
          <Skeleton height={200} />
          <Skeleton height={64} />
        </div>
      </Delayed>
    );
  }
  if (error) return <ErrorState title={t.unknown} error={error} busy={isFetching} onRetry={() => void refetch()} />;
  return <NothingShown title={t.none}>{t.noneText}</NothingShown>;
}

function NothingShown({ title, children }: { readonly title: string; readonly children: string }) {
  const t = useTexts(locationTexts);
  return (
    <Empty
      title={title}
      action={
        <Button size="medium" icon="map-pin" onClick={() => navigate('/choose-location')}>
          {t.chooseTitle}
        </Button>
      }
    >
      {children}
    </Empty>
  );
}

interface ShownProps {
  readonly place: Place;
  /** The sender's name for it. */
  readonly name: string | null;
  readonly children?: ReactNode;
}

function Shown({ place, name: given, children }: ShownProps) {
  const t = useTexts(locationTexts);
  const lang = useLang();
  const name = given ?? (place.country === '' ? '' : countryName(place.country, lang));
  return (
    <div className={styles.content}>
      <WorldMap label={t.map(name)} place={place} />
      <div className={styles.place}>
        <Icon name="map-pin" size={20} />
        <div className={styles.words}>
          <p className={styles.name}>{name === '' ? '--' : name}</p>
          {place.latitude !== null && place.longitude !== null && (
            <p className={styles.hint}>{t.degrees(place.latitude, place.longitude)}</p>
          )}
        </div>
        {children}
      </div>
    </div>
  );
}

/** Parses a location in degrees; null if invalid. */
function placeOf(query: URLSearchParams): Place | null {
  const [latitude, longitude] = [query.get('latitude'), query.get('longitude')].map((text) =>
    text ? Number(text) : NaN,
  );
  if (latitude === undefined || longitude === undefined) return null;
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return null;
  const { x, y } = unitsOf(latitude, longitude);
  return { country: countryAt(x, y) ?? '', latitude: Math.round(latitude), longitude: Math.round(longitude) };
}
