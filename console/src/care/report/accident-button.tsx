/** From an alert to its accident report or near-miss report: begun, or opened when it is there. REPORT-05, NIGHT-08. */

import type { AlertDetail } from '@mimamori/contract/alerting/alert.ts'
import { ACCIDENT_KINDS, type AccidentKind } from '@mimamori/contract/care/care-lists.ts'
import type { ResidentMark } from '@mimamori/contract/care/resident.ts'
import { residentTitle } from '@mimamori/contract/care/resident-title.ts'
import { Button } from '@mui/material'
import { useNavigate } from '@tanstack/react-router'
import { FileText, Lightbulb } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { call } from '#lib/service/api.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { isOverSites, useUser } from '#lib/session/session.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import { notifyError } from '#ui/feedback/toast.ts'
import css from './report.module.css'

const NameDialog = lazyPart(() => import('#shared/names/name-dialog.tsx'))

type Asked = { kind: AccidentKind; resident: ResidentMark | null }

/** Where several stay in the room, each has a button. */
export function AccidentButtons({ alert: { id, residents } }: { alert: Pick<AlertDetail, 'id' | 'residents'> }) {
  const { t } = useTranslation('report')
  const user = useUser()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isBusy, setBusy] = useState(false)
  if (!mayCall(user.role, 'accident.create') || isOverSites(user)) return null
  const begin = async ({ kind, resident }: Asked, byUserId?: string) => {
    setAsked(null)
    setBusy(true)
    try {
      const body = { alertId: id, kind, ...(resident && { residentId: resident.id }), byUserId }
      const { id: accidentId } = await call('accident.create', { body })
      await navigate({ to: '/app/accidents/$accidentId', params: { accidentId } })
    } catch (error) {
      notifyError(`${t('accident-failed')}. ${errorTextNow(error)}`)
    } finally {
      setBusy(false)
    }
  }
  const press = (one: Asked) => (user.type === 'SHARED' ? setAsked(one) : void begin(one))
  const people = residents.length > 1 ? residents : [residents[0] ?? null]
  return (
    <div className={css.accident}>
      {people.flatMap((resident) =>
        ACCIDENT_KINDS.map((kind) => (
          <Button
            key={`${kind} ${resident?.id}`}
            variant="outlined"
            startIcon={kind === 'accident' ? <FileText size={18} /> : <Lightbulb size={18} />}
            title={t(`${kind}-help`)}
            loading={isBusy}
            onClick={() => press({ kind, resident })}
          >
            {residents.length > 1 && resident ? t(`${kind}-for`, { name: residentTitle(resident) }) : t(kind)}
          </Button>
        )),
      )}
      {asked && (
        <LazyOverlay onFailed={() => setAsked(null)}>
          <NameDialog
            prompt={t('accident-who')}
            about={t(asked.kind)}
            likely={[]}
            onChoose={(userId) => void begin(asked, userId)}
            onClose={() => setAsked(null)}
          />
        </LazyOverlay>
      )}
    </div>
  )
}
