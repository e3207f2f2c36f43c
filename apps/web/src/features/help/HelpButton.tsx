import { useState } from 'react';
import { IconButton, OnceOpened } from '../../ui/kit/index.ts';
import type { helpTexts } from './help-texts.ts';
import { shellTexts } from '../../i18n/shell.ts';
import { useTexts } from '../../i18n/index.ts';
import { HelpSheet } from './lazy-help.ts';

/** Button in a page's bar that opens its questions and answers. */
export function HelpButton({ about }: { readonly about: keyof typeof helpTexts.zh }) {
  const t = useTexts(shellTexts);
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton icon="help" label={t.help} aria-haspopup="dialog" onClick={() => setOpen(true)} />
      <OnceOpened open={open}>
        <HelpSheet about={about} open={open} onClose={() => setOpen(false)} />
      </OnceOpened>
    </>
  );
}
