import { useEffect, useRef, useState, type RefObject } from 'react';
import { retryUntilLoaded } from '../../ui/lazy/index.ts';
import { openReader } from './read-code.ts';

export type CameraState = 'starting' | 'live' | 'refused' | 'none';

export interface Camera {
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly state: CameraState;
}

/** Interval of reads: fast enough to feel immediate, and light on the battery. */
const checkEveryMs = 200;

/** Shows the back camera's picture and reports the first QR code in it. */
export function useCamera(onText: (text: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<CameraState>('starting');
  const latest = useRef(onText);
  useEffect(() => {
    latest.current = onText;
  });

  useEffect(() => {
    const stop = new AbortController();
    void watch(video, { signal: stop.signal, onState: setState, onText: (text) => latest.current(text) });
    return () => stop.abort();
  }, []);

  return { video, state };
}

interface WatchOptions {
  readonly signal: AbortSignal;
  readonly onState: (state: CameraState) => void;
  readonly onText: (text: string) => void;
}

/** Opens the camera; null if the customer or the device refuses. Pages without TLS have none. */
async function openCamera(onState: (state: CameraState) => void): Promise<MediaStream | null> {
  const devices = (navigator as { readonly mediaDevices?: MediaDevices }).mediaDevices;
  try {
    if (devices) return await devices.getUserMedia({ video: { facingMode: 'environment' }, audio: false });
  } catch (error) {
    if (error instanceof DOMException && error.name === 'NotAllowedError') {
      onState('refused');
      return null;
    }
  }
  onState('none');
  return null;
}

async function watch(
  video: RefObject<HTMLVideoElement | null>,
  { signal, onState, onText }: WatchOptions,
): Promise<void> {
  const report = (state: CameraState): void => {
    if (!signal.aborted) onState(state);
  };
  const stream = await openCamera(report);
  if (stream === null) return;
  const close = (): void => stream.getTracks().forEach((track) => track.stop());
  if (signal.aborted || video.current === null) return close();
  signal.addEventListener('abort', close);
  const shown = video.current;
  shown.srcObject = stream;
  await shown.play().catch(() => undefined);
  report('live');
  const read = await retryUntilLoaded(openReader);
  const look = async (): Promise<void> => {
    if (signal.aborted) return;
    const text = await read(shown);
    if (signal.aborted) return;
    if (text === null) setTimeout(() => void look(), checkEveryMs);
    else onText(text);
  };
  await look();
}
