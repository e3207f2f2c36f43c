import { Callout } from '../../ui/kit/index.ts';
import { Link } from '../../lib/routing/index.ts';
import { useUser } from '../session/index.ts';

export interface IdentityFirstProps {
  /** Shown if nothing was sent in yet, with the way to it. */
  readonly needed: string;
  /** Shown while documents are under review. */
  readonly pending: string;
  readonly go: string;
}

/** Says that a customer whose identity isn't verified must wait, or what to do. Nothing for others. */
export function IdentityFirst({ needed, pending, go }: IdentityFirstProps) {
  const state = useUser().data?.identity.state;
  if (state === undefined || state === 'passed') return null;
  if (state === 'pending') {
    return (
      <Callout tone="warn" icon="clock">
        {pending}
      </Callout>
    );
  }
  return (
    <Callout tone="warn" icon="identity" action={<Link to="/pages/user/idauth">{go}</Link>}>
      {needed}
    </Callout>
  );
}
