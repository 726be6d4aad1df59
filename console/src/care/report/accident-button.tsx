/** From an alert to its accident report for the municipality: begun, or opened when it is there. REPORT-05. */

import type { AlertDetail } from '@mimamori/contract/alerting/alert.ts'
import type { ResidentMark } from '@mimamori/contract/care/resident.ts'
import { residentTitle } from '@mimamori/contract/care/resident-title.ts'
import { Button } from '@mui/material'
import { useNavigate } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
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

const NameDialog = lazyPart(() => import('#shared/name-dialog.tsx'))

/** Where several stay in the room, each has a button. */
export function AccidentButtons({ alert: { id, residents } }: { alert: Pick<AlertDetail, 'id' | 'residents'> }) {
  const { t } = useTranslation('report')
  const user = useUser()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<{ resident: ResidentMark | null } | null>(null)
  const [isBusy, setBusy] = useState(false)
  if (!mayCall(user.role, 'accident.create') || isOverSites(user)) return null
  const begin = async (resident: ResidentMark | null, byUserId?: string) => {
    setAsked(null)
    setBusy(true)
    try {
      const body = { alertId: id, ...(resident && { residentId: resident.id }), byUserId }
      const { id: accidentId } = await call('accident.create', { body })
      await navigate({ to: '/app/accidents/$accidentId', params: { accidentId } })
    } catch (error) {
      notifyError(`${t('accident-failed')}. ${errorTextNow(error)}`)
    } finally {
      setBusy(false)
    }
  }
  const press = (resident: ResidentMark | null) =>
    user.type === 'SHARED' ? setAsked({ resident }) : void begin(resident)
  const people = residents.length > 1 ? residents : [residents[0] ?? null]
  return (
    <div className={css.accident}>
      {people.map((resident) => (
        <Button
          key={resident?.id ?? ''}
          variant="outlined"
          startIcon={<FileText size={18} />}
          title={t('accident-help')}
          loading={isBusy}
          onClick={() => press(resident)}
        >
          {residents.length > 1 && resident ? t('accident-for', { name: residentTitle(resident) }) : t('accident')}
        </Button>
      ))}
      {asked && (
        <LazyOverlay onFailed={() => setAsked(null)}>
          <NameDialog
            question={t('accident-who')}
            about={t('accident')}
            likely={[]}
            onChoose={(userId) => void begin(asked.resident, userId)}
            onClose={() => setAsked(null)}
          />
        </LazyOverlay>
      )}
    </div>
  )
}
