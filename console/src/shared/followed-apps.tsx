/** What a unit or a site says about each app, for the cameras that follow it: on or off, and when. APP-02, UNIT-01. */

import { appStanding } from '@mimamori/contract/camera/week.ts'
import type { FollowedApp } from '@mimamori/contract/site/followed-app.ts'
import { Button } from '@mui/material'
import { useMutation } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import { PlainSelect } from '#ui/list/filter/plain-select.tsx'
import { useScheduleWords } from '#ui/schedule-editor/schedule-words.ts'
import css from './followed-apps.module.css'
import { FollowedScheduleDialog, type SaveFollowed } from './followed-schedule-dialog.tsx'

type Words = {
  title: string
  help: string
  /** What holds while nothing is said here. */
  unsaidState: string
  unsaidSchedule: string
  scheduleHelp: string
}
type Props = { apps: readonly FollowedApp[]; words: Words; save: SaveFollowed }

/** Each change is saved at once; `save` also refreshes what shows it. */
export function FollowedApps({ apps, words, save }: Props) {
  const [edited, setEdited] = useState<FollowedApp | null>(null)
  return (
    <div>
      <Card title={words.title} help={words.help} flush>
        <ul>
          {apps.map((app) => (
            <AppRow key={app.appCode} app={app} words={words} save={save} onEdit={() => setEdited(app)} />
          ))}
        </ul>
      </Card>
      {edited && (
        <FollowedScheduleDialog app={edited} help={words.scheduleHelp} save={save} onClose={() => setEdited(null)} />
      )}
    </div>
  )
}

type RowProps = { app: FollowedApp; words: Words; save: SaveFollowed; onEdit: () => void }

function AppRow({ app, words, save, onEdit }: RowProps) {
  const { t } = useTranslation('followed')
  const { t: word } = useTranslation('word')
  const { mutate } = useMutation({ mutationFn: save })
  const weekWords = useScheduleWords()
  const name = word(`app-${app.appCode}`)
  const hasNoHours = appStanding(true, app.schedule) === 'never'
  const ownText = hasNoHours ? t('never') : weekWords(app.schedule)
  const scheduleText = app.schedule ? ownText : words.unsaidSchedule
  const choose = (chosen: 'ENABLED' | 'DISABLED' | '') =>
    mutate(
      { appCode: app.appCode, state: chosen === '' ? null : chosen },
      {
        onSuccess: () => notifySuccess(t('saved')),
        onError: (error) => notifyError(errorTextNow(error)),
      },
    )
  return (
    <li className={css.row}>
      <div>
        <h3 className={css.name}>{name}</h3>
        <p className={css.quiet}>
          {app.camerasState === null ? t('no-cameras') : `${t('on-cameras')}: ${t(`state-${app.camerasState}`)}`}
          {app.followingCount > 0 && ` · ${t('following', { count: app.followingCount })}`}
        </p>
      </div>
      <PlainSelect<'ENABLED' | 'DISABLED' | ''>
        label={`${name}: ${t('state')}`}
        value={app.state ?? ''}
        options={[
          { value: '', label: words.unsaidState },
          { value: 'ENABLED', label: t('state-ENABLED') },
          { value: 'DISABLED', label: t('state-DISABLED') },
        ]}
        onChange={choose}
      />
      <div className={css.schedule}>
        <span className={css.quiet}>
          {t('schedule')}: {scheduleText}
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
