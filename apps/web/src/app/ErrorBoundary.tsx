import { Component, type ComponentType, type ErrorInfo, type ReactNode } from 'react';

export interface FallbackProps {
  readonly error: unknown;
  /** Draws anew what broke. */
  readonly onAgain: () => void;
}

interface ErrorBoundaryProps {
  readonly Fallback: ComponentType<FallbackProps>;
  /** What has to be done before that. */
  readonly onAgain?: () => void;
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

  readonly #again = (): void => {
    this.props.onAgain?.();
    this.setState({ broken: null });
  };

  override render(): ReactNode {
    const { broken } = this.state;
    const { Fallback, children } = this.props;
    return broken === null ? children : <Fallback error={broken.error} onAgain={this.#again} />;
  }
}
