import { useState } from 'react';
import { IconButton, OnceOpened } from '../kit/index.ts';
import type { helpTexts } from '../texts/help.ts';
import { shellTexts } from '../texts/shell.ts';
import { useTexts } from '../texts/index.ts';
import { HelpSheet } from './late-help.ts';

/** In a page's bar: opens the answers to what is asked about it. */
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
