import { calls, Code } from '@fft/contract';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../api/index.ts';
import { createUploadClient } from '../../api/upload-client.ts';
import { PhotoError, shrinkPhoto } from '../../lib/files/index.ts';
import { refusedFields } from '../../features/forms/index.ts';
import { formTexts } from '../../i18n/forms.ts';
import { textsNow } from '../../i18n/index.ts';

export type PhotoState =
  | { readonly step: 'empty'; readonly error?: string }
  | { readonly step: 'preparing' }
  | { readonly step: 'sending'; readonly url: string; readonly bytes: number; readonly percent: number }
  | { readonly step: 'ready'; readonly url: string; readonly bytes: number };

export interface Photo {
  readonly state: PhotoState;
  readonly pick: (file: File) => void;
  /** Removes the photo, or cancels its upload. */
  readonly remove: () => void;
}

const empty: PhotoState = { step: 'empty' };

/** The running work and the preview, to be cancelled and released. */
interface Held {
  work: AbortController | null;
  url: string | null;
}

function letGo(held: Held): void {
  held.work?.abort();
  if (held.url !== null) URL.revokeObjectURL(held.url);
  held.work = null;
  held.url = null;
}

/** Handles one photo from choice to upload: reduces it on this device, sends it, and reports its id. */
export function usePhoto(onId: (id: string) => void): Photo {
  const [state, setState] = useState<PhotoState>(empty);
  const held = useRef<Held>({ work: null, url: null });

  useEffect(() => {
    const mine = held.current;
    return () => letGo(mine);
  }, []);

  async function send(file: File, signal: AbortSignal): Promise<void> {
    setState({ step: 'preparing' });
    const photo = await shrinkPhoto(file);
    if (signal.aborted) return;
    const url = URL.createObjectURL(photo);
    held.current.url = url;
    const shown = { url, bytes: photo.size };
    setState({ step: 'sending', ...shown, percent: 0 });
    const { id } = await callApi(
      calls.upload.image,
      { file: photo },
      {
        signal,
        handles: [Code.badRequest],
        // The last percent is left for the server's check of the picture.
        client: createUploadClient((share) =>
          setState({ step: 'sending', ...shown, percent: Math.min(99, Math.round(share * 100)) }),
        ),
      },
    );
    setState({ step: 'ready', ...shown });
    onId(id);
  }

  return {
    state,
    pick: (file) => {
      letGo(held.current);
      onId('');
      const controller = new AbortController();
      held.current.work = controller;
      void send(file, controller.signal).catch((error: unknown) => {
        if (controller.signal.aborted) return;
        const wrong = error instanceof PhotoError ? textsNow(formTexts).image : refusedFields(error).file;
        setState({ step: 'empty', error: wrong ?? textsNow(formTexts).upload });
      });
    },
    remove: () => {
      letGo(held.current);
      onId('');
      setState(empty);
    },
  };
}
