/** The own notifications: this browser's push messages, a test, what reaches one on which way, the sound. AUTH-17, NAV-10. */

import { NOTIFICATION_CHANNELS, type NotificationChannel } from '@mimamori/contract/alerting/channel.ts'
import { REACHES } from '@mimamori/contract/alerting/delivery-lists.ts'
import type { NotificationPreferences } from '@mimamori/contract/alerting/notification.ts'
import type { QuietHours } from '@mimamori/contract/alerting/quiet-hours.ts'
import { FormControlLabel, Skeleton, Switch, TextField } from '@mui/material'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { minuteOf, timeOf } from '#lib/time/minute-of-day.ts'
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
  const query = usePreferences()
  const saving = useSavePreferences()
  const save = (preferences: NotificationPreferences) =>
    saving.mutate(preferences, { onError: (error) => notifyError(errorTextNow(error)) })
  return (
    <Loaded query={query} skeleton={<Skeleton variant="rounded" height={96} />}>
      {(preferences) => (
        <>
          <Reaches preferences={preferences} onSave={save} />
          <Quiet preferences={preferences} onSave={save} />
        </>
      )}
    </Loaded>
  )
}

type PreferencesProps = { preferences: NotificationPreferences; onSave: (preferences: NotificationPreferences) => void }

function Reaches({ preferences, onSave }: PreferencesProps) {
  const { t } = useTranslation('notification')
  const { t: word } = useTranslation('word')
  return (
    <div className={css.part}>
      <h3 className={css.heading}>{t('which')}</h3>
      <p className={css.quiet}>{t('which-help')}</p>
      {NOTIFICATION_CHANNELS.map((channel) => (
        <div key={channel} className={css.line}>
          <span>{word(`channel-${channel}`)}</span>
          <Segmented
            label={t('which-by', { channel: word(`channel-${channel}`) })}
            value={preferences[channel]}
            options={REACHES.map((value) => ({ value, label: t(`reach-${value}`) }))}
            onChange={(value) => onSave({ ...preferences, [channel]: value })}
          />
        </div>
      ))}
    </div>
  )
}

/** From ten at night to seven in the morning. */
const USUAL_HOURS: QuietHours = { fromMinute: 1_320, toMinute: 420 }

function Quiet({ preferences, onSave }: PreferencesProps) {
  const { t } = useTranslation('profile')
  const { quietHours } = preferences
  return (
    <div className={css.part}>
      <h3 className={css.heading}>{t('quiet')}</h3>
      <p className={css.quiet}>{t('quiet-help')}</p>
      {NOTIFICATION_CHANNELS.map((channel) => (
        <QuietLine
          key={channel}
          channel={channel}
          hours={quietHours[channel]}
          onChange={(hours) => onSave({ ...preferences, quietHours: { ...quietHours, [channel]: hours } })}
        />
      ))}
    </div>
  )
}

type LineProps = {
  channel: NotificationChannel
  hours: QuietHours | null
  onChange: (hours: QuietHours | null) => void
}

function QuietLine({ channel, hours, onChange }: LineProps) {
  const { t } = useTranslation('profile')
  const { t: word } = useTranslation('word')
  const { t: ui } = useTranslation('ui')
  const [typed, setTyped] = useState<{ from: string; to: string } | null>(null)
  const shown = typed ?? (hours && { from: timeOf(hours.fromMinute), to: timeOf(hours.toMinute) })
  const [fromMinute, toMinute] = [minuteOf(shown?.from ?? ''), minuteOf(shown?.to ?? '')]
  const isRight = fromMinute !== null && toMinute !== null && fromMinute !== toMinute
  const leave = () => {
    if (!typed || !isRight) return
    setTyped(null)
    if (fromMinute !== hours?.fromMinute || toMinute !== hours.toMinute) onChange({ fromMinute, toMinute })
  }
  const switchTo = (isOn: boolean) => {
    setTyped(null)
    onChange(isOn ? USUAL_HOURS : null)
  }
  return (
    <div className={css.line}>
      <FormControlLabel
        control={
          <Switch
            checked={hours !== null}
            onChange={(_event, isOn) => switchTo(isOn)}
            slotProps={{ input: { 'aria-label': t('quiet-by', { channel: word(`channel-${channel}`) }) } }}
          />
        }
        label={word(`channel-${channel}`)}
      />
      {shown &&
        (['from', 'to'] as const).map((name) => (
          <TextField
            key={name}
            type="time"
            label={ui(`time-${name}`)}
            value={shown[name]}
            error={!isRight}
            helperText={!isRight && name === 'to' ? t('quiet-times') : null}
            onChange={(event) => setTyped({ ...shown, [name]: event.target.value })}
            onBlur={leave}
            slotProps={{ inputLabel: { shrink: true } }}
          />
        ))}
    </div>
  )
}
