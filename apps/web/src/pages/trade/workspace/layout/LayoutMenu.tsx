import { type SubmitEvent, useState } from 'react';
import { useSession } from '../../../../features/session/index.ts';
import { Button, Checkbox, Icon } from '../../../../ui/kit/index.ts';
import { workspaceMenuTexts } from '../workspace-menus-texts.ts';
import { workspaceTexts } from '../../../../i18n/workspace.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { PopupItem } from '../Popup.tsx';
import { type Layout, type PanelName, panelNames, panelsOf } from './layout.ts';
import { openLayout, removeLayout, saveLayoutAs, useLayouts } from './layout-store.ts';
import styles from './LayoutMenu.module.css';

export interface LayoutMenuProps {
  readonly layout: Layout;
  /** Shows or hides a panel. */
  readonly onToggle: (name: PanelName) => void;
}

/** Longest name that the server takes. */
const maxNameLength = 24;

/** The saved layouts, which panels are shown, and saving under a name. */
export function LayoutMenu({ layout, onToggle }: LayoutMenuProps) {
  const t = useTexts(workspaceMenuTexts);
  const { layouts, standard, panels } = useTexts(workspaceTexts);
  const { isLoggedIn } = useSession();
  const { arranged, saved } = useLayouts();
  const shown = panelsOf(layout);
  return (
    <div className={styles.menu}>
      <ul className={styles.list} aria-label={layouts}>
        <li>
          <PopupItem pressed={arranged.name === null && arranged.layout === null} onPress={() => openLayout(null)}>
            {standard}
          </PopupItem>
        </li>
        {saved.map(({ name }) => (
          <li key={name} className={styles.saved}>
            <PopupItem pressed={arranged.name === name} onPress={() => openLayout(name)}>
              {name}
            </PopupItem>
            <button
              type="button"
              className={styles.remove}
              aria-label={t.remove(name)}
              title={t.remove(name)}
              onClick={() => void removeLayout(name).catch(() => undefined)}
            >
              <Icon name="trash" size={15} />
            </button>
          </li>
        ))}
      </ul>
      <SaveAs layout={layout} />
      {!isLoggedIn && <p className={styles.hint}>{t.keptHere}</p>}
      <fieldset className={styles.panels}>
        <legend>{t.shownPanels}</legend>
        {panelNames.map((name) => (
          <Checkbox key={name} checked={shown.includes(name)} onChange={() => onToggle(name)}>
            {panels[name]}
          </Checkbox>
        ))}
      </fieldset>
      <PopupItem onPress={() => openLayout(null)}>
        <Icon name="undo" size={15} />
        {t.reset}
      </PopupItem>
    </div>
  );
}

function SaveAs({ layout }: { readonly layout: Layout }) {
  const t = useTexts(workspaceMenuTexts);
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);

  async function save(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted === '' || busy) return;
    setBusy(true);
    try {
      await saveLayoutAs(wanted, layout);
      setName('');
    } catch {
      // The shared call rules have notified the customer.
    } finally {
      setBusy(false);
    }
  }

  return (
    <form className={styles.save} onSubmit={(event) => void save(event)}>
      <input
        aria-label={t.layoutName}
        placeholder={t.saveAs}
        value={name}
        maxLength={maxNameLength}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
      <Button size="small" variant="secondary" type="submit" busy={busy}>
        {t.save}
      </Button>
    </form>
  );
}
