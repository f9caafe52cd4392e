import { Component, type ReactNode } from 'react'

type BoundaryProps = {
  children: ReactNode
  /** What stands instead, after an error in drawing or in loading a part. */
  fallback: (error: unknown, retry: () => void) => ReactNode
  onError?: (error: unknown) => void
  /** Another value tries again, such as the path. */
  resetKey?: unknown
}

/** Keeps an error in the part of the screen where it happened. */
export class Boundary extends Component<BoundaryProps, { error?: unknown; failed: boolean }> {
  override state: { error?: unknown; failed: boolean } = { failed: false }

  static getDerivedStateFromError(error: unknown) {
    return { error, failed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error)
  }

  override componentDidUpdate(before: BoundaryProps) {
    if (this.state.failed && before.resetKey !== this.props.resetKey) this.retry()
  }

  retry = () => this.setState({ failed: false, error: undefined })

  override render() {
    return this.state.failed ? this.props.fallback(this.state.error, this.retry) : this.props.children
  }
}
