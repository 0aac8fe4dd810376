import { Component, type ErrorInfo, type ReactNode } from 'react';
import { LoadError } from './load-part.ts';
import { ErrorCard } from './states.tsx';
import { useUnsaved } from './unsaved.ts';

/** Says that code did not arrive. The page is loaded again only by hand, and never over unsaved text. */
export function LoadFailure({ onClose }: { readonly onClose?: (() => void) | undefined }) {
  const unsaved = useUnsaved();
  return (
    <div className="cad-error-card" role="alert" data-floating={onClose !== undefined}>
      <strong>Load error</strong>
      <p>A part of the application could not be loaded. Reload the page to try again.</p>
      {unsaved ? <p>What you typed on this page is not saved. Save it first, then reload.</p> : null}
      <button
        type="button"
        className="cad-button"
        disabled={unsaved}
        onClick={() => window.location.reload()}
      >
        Reload
      </button>
      {onClose ? (
        <button type="button" className="cad-button" onClick={onClose}>
          Close
        </button>
      ) : null}
    </div>
  );
}

interface Props {
  readonly children: ReactNode;
  /** For what lies over the page: what happens when the message is closed. */
  readonly onClose?: () => void;
}

interface State {
  readonly error: Error | null;
}

/** Keeps code that did not arrive from taking away what lies around it. */
export class LoadBoundary extends Component<Props, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    // What fails in drawing is for the boundary around.
    if (!(error instanceof LoadError)) throw error;
    return <LoadFailure onClose={this.props.onClose} />;
  }
}

/** The outermost one: whatever fails, something is on the screen. */
export class PageBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null };

  static getDerivedStateFromError(error: Error): State {
    return { error };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error('The page failed.', error, info.componentStack);
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return (
      <div className="cad-page-message">
        {error instanceof LoadError ? (
          <LoadFailure />
        ) : (
          <ErrorCard
            title="This page failed"
            message={error.message}
            onRetry={() => this.setState({ error: null })}
          />
        )}
      </div>
    );
  }
}
