/** Around a dialog or popup whose code comes on first use: out of reach, it says so and leaves the page as it is. */
import { Component, type ReactNode, Suspense } from 'react'
import { ApiError } from '#lib/service/api.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { notifyError } from './toast.ts'

type Props = { children: ReactNode; onFailed: () => void }

export class LazyOverlay extends Component<Props, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(thrown: unknown): void {
    // A browser reports a file that it cannot get as a TypeError; anything else is an error of the overlay itself.
    const error = thrown instanceof TypeError ? new ApiError(0, 'offline', thrown.message) : thrown
    notifyError(errorTextNow(error))
    this.props.onFailed()
  }

  override render() {
    return this.state.hasFailed ? null : <Suspense>{this.props.children}</Suspense>
  }
}
