import { calls, type User } from '@fft/contract';
import { useState } from 'react';
import { callApi } from '../../api/index.ts';
import { useIsMounted } from '../../features/forms/index.ts';
import { countryName } from '../../features/countries/index.ts';
import { Button, SelectField, toast } from '../../ui/kit/index.ts';
import { lazySheet } from '../../ui/lazy/index.ts';
import { LoggedIn, refreshUser, useUser } from '../../features/session/index.ts';
import { CallView, Page, useBack } from '../../features/shell/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { locationTexts } from '../../features/world/location-texts.ts';
import { useLang, useTexts } from '../../i18n/index.ts';
import { countryAt, type Place, unitsOf, WorldMap } from '../../features/world/index.ts';
import styles from './Location.module.css';

const CountrySheet = lazySheet(() =>
  import('../../features/countries/CountrySheet.tsx').then((sheet) => sheet.CountrySheet),
);

const fallback = '/pages/user/index';

/** Chooses the customer's location: on a map, from a list, or from the device. */
export function ChooseLocationPage() {
  return (
    <LoggedIn>
      <Loaded />
    </LoggedIn>
  );
}

function Loaded() {
  const t = useTexts(locationTexts);
  const user = useUser();
  if (user.data) return <Choosing user={user.data} />;
  return (
    <Page title={t.chooseTitle} back={{ fallback }}>
      <CallView call={user} skeleton={<RowsSkeleton card={240} groups={[1]} />}>
        {() => null}
      </CallView>
    </Page>
  );
}

function Choosing({ user }: { readonly user: User }) {
  const t = useTexts(locationTexts);
  const lang = useLang();
  const goBack = useBack(fallback);
  const [place, setPlace] = useState<Place | null>(user.location ?? null);
  const [choosing, setChoosing] = useState(false);
  const isMounted = useIsMounted();
  const [busy, setBusy] = useState<'own' | 'save' | 'clear' | null>(null);
  const name = place === null ? '' : countryName(place.country, lang);

  function useOwn(): void {
    setBusy('own');
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setBusy(null);
        const [latitude, longitude] = [Math.round(coords.latitude), Math.round(coords.longitude)];
        const { x, y } = unitsOf(coords.latitude, coords.longitude);
        const country = countryAt(x, y);
        if (country === null) toast(t.atSea);
        else setPlace({ country, latitude, longitude });
      },
      () => {
        setBusy(null);
        toast(t.ownFailed);
      },
      { timeout: 10_000, maximumAge: 600_000 },
    );
  }

  async function save(chosen: Place | null): Promise<void> {
    setBusy(chosen === null ? 'clear' : 'save');
    try {
      const { country = '', latitude = null, longitude = null } = chosen ?? {};
      const degrees = latitude === null || longitude === null ? {} : { latitude, longitude };
      refreshUser(await callApi(calls.user.setProfile, { country, ...degrees }));
      toast(chosen === null ? t.cleared : t.saved);
      if (isMounted()) goBack();
    } catch {
      // The shared call rules have notified the customer.
    } finally {
      setBusy(null);
    }
  }

  return (
    <Page
      title={t.chooseTitle}
      back={{ fallback }}
      actionBar={
        <Button
          busy={busy === 'save'}
          disabledReason={place === null ? t.choose : undefined}
          onClick={() => void save(place)}
        >
          {t.save}
        </Button>
      }
    >
      <div className={styles.content}>
        <WorldMap label={t.map(name)} place={place} hint={t.hint} onChoose={setPlace} />
        <SelectField
          label={t.country}
          chosen={place === null ? null : name}
          placeholder={t.choose}
          icon="map-pin"
          onPress={() => setChoosing(true)}
          {...(place?.latitude != null &&
            place.longitude !== null && { hint: t.degrees(place.latitude, place.longitude) })}
        />
        {'geolocation' in navigator && (
          <Button variant="secondary" size="medium" icon="map-pin" busy={busy === 'own'} onClick={useOwn}>
            {t.own}
          </Button>
        )}
        {user.location !== undefined && (
          <Button variant="link" size="small" busy={busy === 'clear'} onClick={() => void save(null)}>
            {t.clear}
          </Button>
        )}
      </div>
      {choosing && (
        <CountrySheet
          title={t.country}
          chosen={place?.country ?? ''}
          onChoose={(country) => setPlace({ country, latitude: null, longitude: null })}
          onClose={() => setChoosing(false)}
        />
      )}
    </Page>
  );
}
