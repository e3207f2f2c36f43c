import { countryName } from '../../countries/index.ts';
import { Button, Empty, Icon } from '../../kit/index.ts';
import { Link, navigate, usePlace } from '../../routing/index.ts';
import { useUser } from '../../session/index.ts';
import { Page } from '../../shell/index.ts';
import { locationTexts } from '../../texts/location.ts';
import { useLang, useTexts } from '../../texts/index.ts';
import { countryAt, type Place, unitsOf, WorldMap } from '../../world/index.ts';
import styles from './Location.module.css';

/** Shows a place on the map: the one of the address, or else where I said to be. */
export function OpenLocationPage() {
  const t = useTexts(locationTexts);
  const lang = useLang();
  const { search } = usePlace();
  const { data: user } = useUser();
  const query = new URLSearchParams(search);
  const given = placeOf(query);
  const place = given ?? user?.location ?? null;
  const name = query.get('name') ?? (place === null || place.country === '' ? '' : countryName(place.country, lang));
  return (
    <Page title={t.openTitle} back={{ fallback: '/pages/user/index' }}>
      {place === null ? (
        <Empty
          title={t.none}
          action={
            <Button size="medium" icon="map-pin" onClick={() => navigate('/choose-location')}>
              {t.chooseTitle}
            </Button>
          }
        >
          {t.noneText}
        </Empty>
      ) : (
        <div className={styles.content}>
          <WorldMap key={search} label={t.map(name)} place={place} />
          <div className={styles.place}>
            <Icon name="map-pin" size={20} />
            <div className={styles.words}>
              <p className={styles.name}>{name === '' ? '--' : name}</p>
              {place.latitude !== null && place.longitude !== null && (
                <p className={styles.hint}>{t.degrees(place.latitude, place.longitude)}</p>
              )}
            </div>
            {given === null && (
              <Link to="/choose-location" className={styles.change}>
                {t.change}
              </Link>
            )}
          </div>
        </div>
      )}
    </Page>
  );
}

/** A place by its degrees; null where they are none. */
function placeOf(query: URLSearchParams): Place | null {
  const [latitude, longitude] = [query.get('latitude'), query.get('longitude')].map((text) =>
    text ? Number(text) : NaN,
  );
  if (latitude === undefined || longitude === undefined) return null;
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return null;
  const { x, y } = unitsOf(latitude, longitude);
  return { country: countryAt(x, y) ?? '', latitude: Math.round(latitude), longitude: Math.round(longitude) };
}
