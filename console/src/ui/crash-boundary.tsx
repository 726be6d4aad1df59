/** Keeps a crash inside one page: says so in place and leaves the shell usable (GEN-13). */
import { Button } from '@mui/material'
import type { ErrorInfo, ReactNode } from 'react'
import { Component } from 'react'
import { useTranslation } from 'react-i18next'
import { EmptyState } from './empty-state.tsx'
import { Broken } from './illustrations.tsx'

type Props = {
  /** A change of this (the path) gives the page another chance. */
  place: string
  children: ReactNode
}
type State = { error: Error | null; place: string }

export class CrashBoundary extends Component<Props, State> {
  override state: State = { error: null, place: this.props.place }

  static getDerivedStateFromError(error: Error): Partial<State> {
    return { error }
  }

  static getDerivedStateFromProps(props: Props, state: State): Partial<State> | null {
    return props.place === state.place ? null : { error: null, place: props.place }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error(error, info.componentStack)
  }

  override render(): ReactNode {
    return this.state.error ? <PageCrashed onRetry={() => this.setState({ error: null })} /> : this.props.children
  }
}

export function PageCrashed({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation('ui')
  return (
    <EmptyState
      role="alert"
      picture={<Broken />}
      title={t('crash-title')}
      help={t('crash-help')}
      action={<Button onClick={onRetry}>{t('retry')}</Button>}
    />
  )
}
