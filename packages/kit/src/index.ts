/** Shared by both apps: design tokens, icons, numbers and times, locations, languages, stores, and hooks for reading calls. */
export {
  callKey,
  createQueryClient,
  createUseCall,
  type CallError,
  type CallHooksOptions,
  type UseCallOptions,
} from './call-hooks.ts';
export { createUsePages, refreshPages, type Listed, type Pages } from './page-hooks.ts';
export { classes } from './classes.ts';
export { coverageOf, type Coverage } from './coverage.ts';
export { Icon } from './Icon.tsx';
export { iconPaths, type IconName } from './icon-paths.ts';
export { Link } from './Link.tsx';
export { currentLang, setLang, startLocale, textsNow, useLang, useTexts, type Texts } from './locale.ts';
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
export { hasPasskeys, createPasskey, signWithPasskey } from './passkeys.ts';
export { goBack, isCurrentLocation, navigate, useLocation, useParameters } from './location.ts';
export { QrCode } from './QrCode.tsx';
export { safeLink } from './safe-nodes.ts';
export { SafeHtml } from './SafeHtml.tsx';
export { Redirect } from './Redirect.tsx';
export { Spinner } from './Spinner.tsx';
export { formatClock, formatCountdown, formatMinute, formatTimestamp, formatRelative } from './time.ts';
export {
  createSignal,
  createStore,
  useStore,
  type ReadableStore,
  type Schedule,
  type Store,
  type StoreOptions,
} from './store.ts';
export { toast, toastStore } from './toast.ts';
export { ToastHost } from './ToastHost.tsx';
