import { Component, type ComponentType, type ErrorInfo, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  readonly Fallback: ComponentType<{ readonly error: unknown }>;
  readonly children: ReactNode;
}

interface Broken {
  readonly error: unknown;
}

/** Shows the fallback in place of what broke below it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly broken: Broken | null }> {
  override state: { readonly broken: Broken | null } = { broken: null };

  static getDerivedStateFromError(error: unknown): { broken: Broken } {
    return { broken: { error } };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack);
  }

  override render(): ReactNode {
    const { broken } = this.state;
    const { Fallback, children } = this.props;
    return broken === null ? children : <Fallback error={broken.error} />;
  }
}
