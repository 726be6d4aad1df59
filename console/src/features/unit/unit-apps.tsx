/** What a unit says about each app, for the cameras that follow it: on or off, and when. UNIT-01, APP-02. */
import type { UnitApp, UnitDetail } from '@mimamori/contract/unit.ts'
import { Button } from '@mui/material'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/use-error-text.ts'
import { Card } from '#ui/card.tsx'
import { PlainSelect } from '#ui/plain-select.tsx'
import { useScheduleWords } from '#ui/schedule-words.ts'
import { notifyError, notifySuccess } from '#ui/toast.ts'
import css from './unit-apps.module.css'
import { useSaveUnitApp } from './unit-queries.ts'
import { UnitScheduleDialog } from './unit-schedule-dialog.tsx'

export function UnitApps({ unit }: { unit: UnitDetail }) {
  const { t } = useTranslation('unit')
  const [edited, setEdited] = useState<UnitApp | null>(null)
  return (
    <div className={css.place}>
      <Card title={t('section-apps')} help={t('section-apps-help')} flush>
        <ul className={css.list}>
          {unit.apps.map((app) => (
            <AppRow key={app.appCode} unitId={unit.id} app={app} onEdit={() => setEdited(app)} />
          ))}
        </ul>
      </Card>
      {edited && <UnitScheduleDialog unitId={unit.id} app={edited} onClose={() => setEdited(null)} />}
    </div>
  )
}

type RowProps = { unitId: string; app: UnitApp; onEdit: () => void }

function AppRow({ unitId, app, onEdit }: RowProps) {
  const { t } = useTranslation('unit')
  const { t: word } = useTranslation('word')
  const save = useSaveUnitApp(unitId)
  const words = useScheduleWords()
  const name = word(`app-${app.appCode}`)
  const choose = (chosen: 'ENABLED' | 'DISABLED' | '') =>
    save.mutate(
      { appCode: app.appCode, state: chosen === '' ? null : chosen },
      {
        onSuccess: () => notifySuccess(t('changes-saved')),
        onError: (error) => notifyError(errorTextNow(error)),
      },
    )
  return (
    <li className={css.row}>
      <div className={css.app}>
        <h3 className={css.name}>{name}</h3>
        <p className={css.quiet}>
          {app.camerasState === null ? t('no-cameras') : `${t('on-cameras')}: ${t(`state-${app.camerasState}`)}`}
          {app.followingCount > 0 && ` · ${t('following', { count: app.followingCount })}`}
        </p>
      </div>
      <PlainSelect<'ENABLED' | 'DISABLED' | ''>
        label={`${name}: ${t('app-state')}`}
        value={app.state ?? ''}
        options={[
          { value: '', label: t('state-site') },
          { value: 'ENABLED', label: t('state-ENABLED') },
          { value: 'DISABLED', label: t('state-DISABLED') },
        ]}
        onChange={choose}
      />
      <div className={css.schedule}>
        <span className={css.quiet}>
          {t('schedule')}: {app.schedule ? words(app.schedule) : t('schedule-site')}
        </span>
        <Button
          variant="text"
          startIcon={<CalendarClock size={18} />}
          aria-label={`${name}: ${t('edit-schedule')}`}
          onClick={onEdit}
        >
          {t('edit-schedule')}
        </Button>
      </div>
    </li>
  )
}
