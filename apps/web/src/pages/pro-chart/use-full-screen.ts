import { useEffect, useSyncExternalStore } from 'react';

/** Part of the standard that TypeScript's list of the browser lacks. */
type TurningScreen = ScreenOrientation & { readonly lock?: (orientation: 'landscape') => Promise<void> };

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener);
  return () => document.removeEventListener('fullscreenchange', listener);
}

const isOn = (): boolean => document.fullscreenElement !== null;

async function enter(): Promise<void> {
  await document.documentElement.requestFullscreen({ navigationUI: 'hide' });
  // Phones that can turn the picture by themselves do; elsewhere the customer turns the phone.
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

/** The whole screen for one page, turned to landscape where that can be; leaving the page leaves it. */
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
