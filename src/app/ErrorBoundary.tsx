// Catches errors thrown while a part of the app renders. Shows the failure page with a reload button instead, or nothing.
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { messages } from '../lib/messages.ts';
import { Button } from '../ui/Button.tsx';
import { StateCard } from '../ui/Card.tsx';

export interface ErrorBoundaryProps {
  children: ReactNode;
  /** Changing it clears the failure. A boundary around a page passes the path. */
  resetKey?: string;
  /** Render nothing when this part fails. */
  isOptional?: boolean;
}

interface State {
  failed: boolean;
  resetKey: string | undefined;
}

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps(props: ErrorBoundaryProps, state: State): Partial<State> | null {
    return props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };
  }

  override componentDidCatch(error: Error, info: ErrorInfo) {
    console.error('a part of the page failed', error, info.componentStack);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.props.isOptional) return null;
    return (
      <div role="alert">
        <StateCard kind="error" title={messages.shell.loadFailed} level={1} lang="de">
          <Button kind="primary" lang="de" onClick={() => window.location.reload()}>
            {messages.shell.reload}
          </Button>
        </StateCard>
      </div>
    );
  }
}
