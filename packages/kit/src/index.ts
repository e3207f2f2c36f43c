/** What both apps look like and speak with: tokens, icons, numbers and times, places, languages. */
export { classes } from './classes.ts';
export { Icon } from './Icon.tsx';
export { iconPaths, type IconName } from './icon-paths.ts';
export { Link } from './Link.tsx';
export { announceLang, currentLang, setLang, startLocale, textsNow, useLang, useTexts, type Texts } from './locale.ts';
export {
  directionOf,
  formatAmount,
  formatChange,
  formatCompact,
  formatFiat,
  formatPrice,
  formatRate,
  hidden,
  missing,
} from './number.ts';
export { hasPasskeys, makePasskey, showPasskey } from './passkeys.ts';
export { goBack, isHere, navigate, useParameters, useLocation as usePlace } from './location.ts';
export { QrCode } from './QrCode.tsx';
export { safeLink } from './safe-nodes.ts';
export { SafeHtml } from './SafeHtml.tsx';
export { Redirect } from './Redirect.tsx';
export { Spinner } from './Spinner.tsx';
export { formatClock, formatCountdown, formatMinute, formatMoment, formatRelative } from './time.ts';
export { toast, toastStore } from './toast.ts';
export { ToastHost } from './ToastHost.tsx';
