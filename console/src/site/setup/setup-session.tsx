/** What a screen of the first setup needs: one's own session, or one connected to the home. It is changed on the way. */
import { Alert, Button } from '@mui/material'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { Late } from '#ui/feedback/late.tsx'
import type { Home } from './setup-parts.ts'
import { changeSession } from './setup-queries.ts'

type Props = { of: 'own' | 'home'; home: Home | null; isNeeded?: boolean; children: ReactNode }

export function InSession({ of, home, isNeeded = true, children }: Props) {
  const { t } = useTranslation('setup')
  const { impersonatedTenant } = useUser()
  const errorText = useErrorText()
  const [problem, setProblem] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const site = of === 'home' ? (home?.id ?? null) : null
  const isThere = !isNeeded || (impersonatedTenant?.id ?? null) === site
  const reason = t('connect-reason')
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again
  useEffect(() => {
    if (isThere) return
    let isGone = false
    setProblem(null)
    changeSession(site === null ? 'own' : { tenantId: site, reason }).catch((error: unknown) => {
      if (!isGone) setProblem(error)
    })
    return () => {
      isGone = true
    }
  }, [isThere, site, attempt])
  if (isThere) return children
  if (problem === null) return <Late>{t('changing-session')}</Late>
  return (
    <Alert severity="error" action={<Button onClick={() => setAttempt(attempt + 1)}>{t('try-again')}</Button>}>
      {errorText(problem)}
    </Alert>
  )
}
