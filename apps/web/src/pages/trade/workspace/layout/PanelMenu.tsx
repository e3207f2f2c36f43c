import { Icon } from '../../../../ui/kit/index.ts';
import { workspaceMenuTexts } from '../workspace-menus-texts.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { PopupItem } from '../Popup.tsx';
import type { PanelName, Side } from './layout.ts';
import { useLayoutActions } from './layout-context.ts';

const sides: readonly Side[] = ['left', 'right', 'top', 'bottom'];

/** What a panel's grip offers: other places for the panel, and hiding it. */
export function PanelMenu({ name }: { readonly name: PanelName }) {
  const t = useTexts(workspaceMenuTexts);
  const { hide, move } = useLayoutActions();
  return (
    <>
      {sides.map((side) => (
        <PopupItem key={side} onPress={() => move(name, side)}>
          {t.move[side]}
        </PopupItem>
      ))}
      <PopupItem onPress={() => hide(name)}>
        <Icon name="eye-off" size={16} />
        {t.hidePanel}
      </PopupItem>
    </>
  );
}
