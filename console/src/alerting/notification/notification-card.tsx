/** The own notifications: this browser's push messages, a test, what reaches one on which way, the sound. AUTH-17, NAV-10. */

import { NOTIFICATION_CHANNELS } from '@mimamori/contract/alerting/channel.ts'
import { REACHES } from '@mimamori/contract/alerting/delivery-lists.ts'
import { Skeleton } from '@mui/material'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { notifyError } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import { Segmented } from '#ui/list/filter/segmented.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './notification-card.module.css'
import { usePreferences, useSavePreferences } from './notification-queries.ts'
import { PushSwitch } from './push-switch.tsx'
import { SampleLine } from './sample-line.tsx'

const NOTIFICATIONS_HASH = 'notifications'

/** `sound`: the setting of the alarms' sound, where this person hears them. */
export function NotificationCard({ sound }: { sound?: ReactNode }) {
  const { t } = useTranslation('notification')
  const place = useRef<HTMLDivElement>(null)
  // The page's heading comes first while it is drawn; a link that leads here means this.
  useEffect(() => {
    if (location.hash === `#${NOTIFICATIONS_HASH}`) place.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <div id={NOTIFICATIONS_HASH} ref={place} className={css.place}>
      <Card title={t('title')} help={t('help')}>
        <div className={css.parts}>
          <PushSwitch />
          <SampleLine />
          <Preferences />
          {sound && <div className={css.part}>{sound}</div>}
        </div>
      </Card>
    </div>
  )
}

function Preferences() {
  const { t } = useTranslation('notification')
  const { t: word } = useTranslation('word')
  const query = usePreferences()
  const saving = useSavePreferences()
  return (
    <div className={css.part}>
      <h3 className={css.heading}>{t('which')}</h3>
      <p className={css.quiet}>{t('which-help')}</p>
      <Loaded query={query} skeleton={<Skeleton variant="rounded" height={96} />}>
        {(preferences) =>
          NOTIFICATION_CHANNELS.map((channel) => (
            <div key={channel} className={css.line}>
              <span>{word(`channel-${channel}`)}</span>
              <Segmented
                label={t('which-by', { channel: word(`channel-${channel}`) })}
                value={preferences[channel]}
                options={REACHES.map((value) => ({ value, label: t(`reach-${value}`) }))}
                onChange={(value) =>
                  saving.mutate(
                    { ...preferences, [channel]: value },
                    { onError: (error) => notifyError(errorTextNow(error)) },
                  )
                }
              />
            </div>
          ))
        }
      </Loaded>
    </div>
  )
}
