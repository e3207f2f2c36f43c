import { calls, Code } from '@fft/contract';
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../api/index.ts';
import { PhotoError, shrinkPhoto } from '../../files/index.ts';
import { refusedFields } from '../../forms/index.ts';
import { formTexts } from '../../texts/forms.ts';
import { textsNow } from '../../texts/index.ts';

export type PhotoState =
  | { readonly step: 'empty'; readonly error?: string }
  | { readonly step: 'preparing' }
  | { readonly step: 'sending'; readonly url: string; readonly bytes: number; readonly percent: number }
  | { readonly step: 'ready'; readonly url: string; readonly bytes: number };

export interface Photo {
  readonly state: PhotoState;
  readonly pick: (file: File) => void;
  /** Takes away what is there, or stops what is on its way. */
  readonly remove: () => void;
}

const empty: PhotoState = { step: 'empty' };

/** A photo from being picked to being on the server: made small on this device, sent, its id told. */
export function usePhoto(onId: (id: string) => void): Photo {
  const [state, setState] = useState<PhotoState>(empty);
  const work = useRef<AbortController | null>(null);
  const shownUrl = useRef<string | null>(null);

  function forget(): void {
    work.current?.abort();
    if (shownUrl.current !== null) URL.revokeObjectURL(shownUrl.current);
    shownUrl.current = null;
  }
  useEffect(() => forget, []);

  async function send(file: File, signal: AbortSignal): Promise<void> {
    setState({ step: 'preparing' });
    const photo = await shrinkPhoto(file);
    if (signal.aborted) return;
    const url = URL.createObjectURL(photo);
    shownUrl.current = url;
    const shown = { url, bytes: photo.size };
    setState({ step: 'sending', ...shown, percent: 0 });
    const { id } = await callApi(
      calls.upload.image,
      { file: photo },
      {
        signal,
        handles: [Code.badRequest],
        // The last percent is the server's: it looks at the picture once it has it.
        onProgress: (share) => setState({ step: 'sending', ...shown, percent: Math.min(99, Math.round(share * 100)) }),
      },
    );
    setState({ step: 'ready', ...shown });
    onId(id);
  }

  return {
    state,
    pick: (file) => {
      forget();
      onId('');
      const controller = new AbortController();
      work.current = controller;
      void send(file, controller.signal).catch((error: unknown) => {
        if (controller.signal.aborted) return;
        const wrong = error instanceof PhotoError ? textsNow(formTexts).image : refusedFields(error).file;
        setState({ step: 'empty', error: wrong ?? textsNow(formTexts).upload });
      });
    },
    remove: () => {
      forget();
      onId('');
      setState(empty);
    },
  };
}
