/** On a room's page: who is with the resident and until when, or the button that starts a visit. ALARM-08. */

import type { Visit } from '@mimamori/contract/care/visit.ts'
import { Button } from '@mui/material'
import { HandHeart } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useKeys } from '#lib/browser/use-keys.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { toMinute } from '#lib/time/minute-of-day.ts'
import { useTime } from '#lib/time/use-time.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import css from './visit.module.css'
import { useEndVisit } from './visit-queries.ts'

const VisitDialog = lazyPart(() => import('./visit-dialog.tsx'))
const NameDialog = lazyPart(() => import('#shared/names/name-dialog.tsx'))

type Props = { cameraId: string; about: string; visit: Visit | null }

export function VisitCard({ cameraId, about, visit }: Props) {
  const { t } = useTranslation('visit')
  const { role } = useUser()
  const [isOpen, setOpen] = useState(false)
  const mayStart = mayCall(role, 'visit.start')
  useKeys({ v: mayStart && !visit ? () => setOpen(true) : undefined })
  if (!mayStart && !visit) return null
  return (
    <Card title={t('card')} help={visit ? undefined : t('card-help')}>
      {visit && <Running visit={visit} about={about} mayEnd={mayStart} onChange={() => setOpen(true)} />}
      {!visit && (
        <Button variant="outlined" startIcon={<HandHeart />} onClick={() => setOpen(true)}>
          {t('title')}
        </Button>
      )}
      {isOpen && (
        <LazyOverlay onFailed={() => setOpen(false)}>
          <VisitDialog cameraId={cameraId} about={about} onClose={() => setOpen(false)} />
        </LazyOverlay>
      )}
    </Card>
  )
}

type RunningProps = { visit: Visit; about: string; mayEnd: boolean; onChange: () => void }

function Running({ visit, about, mayEnd, onChange }: RunningProps) {
  const { t } = useTranslation('visit')
  const { t: word } = useTranslation('word')
  const time = useTime()
  const apps = visit.appCodes.map((code) => word(`app-${code}`)).join(t('between'))
  return (
    <>
      <p className={css.now}>
        <HandHeart size={24} aria-hidden />
        {t('running', { name: visit.userName, time: toMinute(time.clock(visit.endsAt)) })}
      </p>
      <p className={css.help}>{t('paused', { apps })}</p>
      {mayEnd && (
        <div className={css.actions}>
          <EndButton visit={visit} about={about} />
          <Button variant="text" onClick={onChange}>
            {t('again')}
          </Button>
        </div>
      )}
    </>
  )
}

function EndButton({ visit: { visitId, userId }, about }: Pick<RunningProps, 'visit' | 'about'>) {
  const { t } = useTranslation('visit')
  const isStation = useUser().type === 'SHARED'
  const ending = useEndVisit()
  const [isNaming, setNaming] = useState(false)
  const end = (byUserId?: string) => {
    setNaming(false)
    ending.mutate(
      { visitId, byUserId },
      { onSuccess: () => notifySuccess(t('ended')), onError: (error) => notifyError(errorTextNow(error)) },
    )
  }
  return (
    <>
      <Button variant="contained" loading={ending.isPending} onClick={() => (isStation ? setNaming(true) : end())}>
        {t('end')}
      </Button>
      {isNaming && (
        <LazyOverlay onFailed={() => setNaming(false)}>
          <NameDialog
            prompt={t('who-ends')}
            about={about}
            likely={[userId]}
            onChoose={end}
            onClose={() => setNaming(false)}
          />
        </LazyOverlay>
      )}
    </>
  )
}
