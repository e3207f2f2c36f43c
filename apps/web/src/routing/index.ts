export { Link } from './Link.tsx';
export { goBack, navigate, useParameters, usePlace } from './place.ts';
export { Redirect } from './Redirect.tsx';
