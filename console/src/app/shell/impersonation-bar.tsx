/** A bar that is always visible while the user acts in another site: which, why, and the remaining time (NAV-07, AUTH-13). */
import { MINUTE_MS } from '@mimamori/contract/shared/duration.ts'
import { CircleAlert, Unplug, X } from 'lucide-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { endSession, forgetEndedConnection, useSession } from '#lib/session/session.ts'
import { serviceNowMs } from '#lib/time/service-clock.ts'
import { useNow } from '#lib/time/use-time.ts'
import { stopImpersonating } from '../use-logout.ts'
import css from './impersonation-bar.module.css'

/** Renders nothing in a user's own session. */
export default function ImpersonationBar() {
  const now = useSession()
  if (now.status !== 'signed-in') return null
  const { impersonatedTenant } = now.user
  if (impersonatedTenant) return <Connected site={impersonatedTenant} />
  return now.endedConnection ? <Ended site={now.endedConnection} /> : null
}

type Site = { schemaName: string; reason: string; until: string }

function Connected({ site: { schemaName, reason, until } }: { site: Site }) {
  const { t } = useTranslation('app')
  useEndAt(until)
  return (
    <section className={css.bar} aria-label={t('impersonating', { site: schemaName })}>
      <Unplug size={18} aria-hidden className={css.icon} />
      <span className={css.text}>
        <strong>
          <span className={css.sentence}>{t('impersonating', { site: schemaName })}</span>
          <span className={css.name} aria-hidden>
            {schemaName}
          </span>
        </strong>
        {reason && (
          <span className={css.reason} title={reason}>
            {reason}
          </span>
        )}
        <TimeLeft until={until} />
      </span>
      <button type="button" className={css.stop} onClick={stopImpersonating}>
        {t('stop-impersonating')}
      </button>
    </section>
  )
}

function TimeLeft({ until }: { until: string }) {
  const { t } = useTranslation('app')
  const count = Math.max(0, Math.ceil((Date.parse(until) - useNow().getTime()) / MINUTE_MS))
  return <time className={css.left}>{t('minutes-left', { count })}</time>
}

/** The service ends the connection by itself; the console does not wait for the first error. */
function useEndAt(until: string): void {
  useEffect(() => {
    const timer = setTimeout(endSession, Math.max(0, Date.parse(until) - serviceNowMs()))
    return () => clearTimeout(timer)
  }, [until])
}

function Ended({ site }: { site: string }) {
  const { t } = useTranslation('app')
  return (
    <section className={css.ended} role="status">
      <CircleAlert size={18} aria-hidden className={css.icon} />
      <span className={css.text}>{t('connection-ended', { site })}</span>
      <button type="button" className={css.close} aria-label={t('understood')} onClick={forgetEndedConnection}>
        <X size={18} aria-hidden />
      </button>
    </section>
  )
}
