import { IconButton } from '../../ui/kit/index.ts';
import { marketTexts } from '../../i18n/market.ts';
import { useTexts } from '../../i18n/index.ts';
import { toggleFavourite, useFavourites } from './favourites.ts';
import styles from './FavouriteStar.module.css';

/** Lit while the market is one of the customer's favourites. */
export function FavouriteStar({ symbol }: { readonly symbol: string }) {
  const t = useTexts(marketTexts);
  const isFavourite = useFavourites().has(symbol);
  return (
    <IconButton
      icon={isFavourite ? 'star-filled' : 'star'}
      label={isFavourite ? t.removeFavourite(symbol) : t.addFavourite(symbol)}
      pressed={isFavourite}
      onClick={() => toggleFavourite(symbol)}
      {...(isFavourite && styles.lit !== undefined && { className: styles.lit })}
    />
  );
}
