import type { KeyboardEvent } from 'react';

/** Enter chooses what fits best. The Enter that ends a Chinese input method's word chooses nothing. */
export function chooseByEnter(event: KeyboardEvent, first: string | undefined, choose: (symbol: string) => void): void {
  if (event.key === 'Enter' && !event.nativeEvent.isComposing && first !== undefined) choose(first);
}
