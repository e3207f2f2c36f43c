import { useEffect, useSyncExternalStore } from 'react';

/** Part of the standard that TypeScript's DOM types lack. */
type TurningScreen = ScreenOrientation & { readonly lock?: (orientation: 'landscape') => Promise<void> };

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

const isOn = (): boolean => document.fullscreenElement !== null;

async function enter(): Promise<void> {
  await document.documentElement.requestFullscreen({ navigationUI: 'hide' });
  // Phones that can lock the orientation do so; elsewhere the customer turns the phone.
  const orientation: TurningScreen = screen.orientation;
  await orientation.lock?.('landscape');
}

const leave = (): Promise<void> => document.exitFullscreen();

const nothing = (): void => undefined;

export interface FullScreen {
  readonly possible: boolean;
  readonly on: boolean;
  readonly toggle: () => void;
}

/** Shows one page in full screen, in landscape if possible; leaving the page ends it. */
export function useFullScreen(): FullScreen {
  const on = useSyncExternalStore(subscribe, isOn);
  useEffect(
    () => () => {
      if (isOn()) void leave().catch(nothing);
    },
    [],
  );
  return {
    possible: document.fullscreenEnabled,
    on,
    toggle: () => void (on ? leave() : enter()).catch(nothing),
  };
}
