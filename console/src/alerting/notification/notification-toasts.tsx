/** Says what cannot wait, wherever one is in the console, with the way to it: once each, however it comes (NAV-10). */

import { nameOfKind } from '@mimamori/contract/alerting/alert-kind.ts'
import type { LiveEvent } from '@mimamori/contract/alerting/live-event.ts'
import type { AlertSeverity } from '@mimamori/contract/shared/apps.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { onLiveEvent, useConnection } from '#lib/service/stream.ts'
import { useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { isOpenAlarm, mayAnswer } from '#shared/open-alarms.ts'
import { notifyInfo } from '#ui/feedback/toast.ts'
import { SeverityShape } from '#ui/layout/severity-badge.tsx'
import { keepPushRegistered } from './push-registration.ts'
import { followPushWorker, sendWorkerPresses } from './push-window.ts'
import { createSaid } from './said.ts'

/** The others wait in badge and list: too many toasts hide the urgent one. */
const SHOUTING: readonly AlertSeverity[] = ['critical', 'high']
const SAMPLE_PATH = '/app/profile'
/** Before the alert's id, as in push messages. */
const RAISED = 'raised:'

type Raised = Extract<LiveEvent, { type: 'alert-raised' }>
type Notified = Extract<LiveEvent, { type: 'notified' }>
type Announcement = {
  /** As the push message of the same news has it. */
  tag: string
  title: string
  body: string
  path: string
  severity: AlertSeverity | null
}

/** `onGo` leads to a path of the console. */
export function useNotificationToasts(onGo: (path: string) => void): void {
  const announce = useAnnounce(onGo)
  const { ofRaised, ofNotified } = useWords()
  const user = useUser()
  const { id } = user
  useEffect(() => void keepPushRegistered(user), [user])
  const { state } = useConnection()
  useEffect(() => {
    if (state === 'open') sendWorkerPresses()
  }, [state])
  useEffect(
    () =>
      followPushWorker({
        say: (message) => void announce(message),
        open: onGo,
        renew: () => void keepPushRegistered(user),
      }),
    [announce, onGo, user],
  )
  useEffect(
    () =>
      onLiveEvent(
        (event) => {
          if (event.type === 'alert-raised' && SHOUTING.includes(event.severity)) void announce(ofRaised(event))
          if (event.type === 'notified' && event.forUserId === id && event.cause !== 'raised') {
            void announce(ofNotified(event))
          }
        },
        { withEarlier: true },
      ),
    [announce, ofRaised, ofNotified, id],
  )
}

/** Nobody answered the messages before it. */
const URGENT = /^(escalated|unanswered):/

/** Says it, unless it was said before or stands open on this page. */
function useAnnounce(onGo: (path: string) => void) {
  const { t } = useTranslation('app')
  const cache = useQueryClient()
  const isAnswerer = mayAnswer(useUser())
  const said = useMemo(createSaid, [])
  return useMemo(
    () =>
      async ({ tag, title, body, path, severity }: Announcement) => {
        const isOpen = location.pathname === path && document.visibilityState === 'visible'
        if (!said.isNews(tag, Date.now()) || isOpen) return
        // The bar shows it until it is answered; a toast would say the same and go.
        if (isAnswerer && tag.startsWith(RAISED) && (await isOpenAlarm(cache, tag.slice(RAISED.length)))) return
        notifyInfo(title, {
          id: tag,
          description: body,
          icon: severity && <SeverityShape severity={severity} size={18} />,
          isUrgent: severity === 'critical' || URGENT.test(tag),
          label: t('view-details'),
          onClick: () => onGo(path),
        })
      },
    [t, said, onGo, cache, isAnswerer],
  )
}

function useWords() {
  const { t } = useTranslation(['notification', 'word', 'app'])
  const { t: word } = useTranslation('word')
  const time = useTime()
  return useMemo(() => {
    const what = ({ location: where, ...alert }: Pick<Raised, 'activity' | 'isPossible' | 'kindName' | 'location'>) =>
      `${nameOfKind(alert, word)} · ${where}`
    return {
      ofRaised: (event: Raised): Announcement => ({
        tag: RAISED + event.alertId,
        title: what(event),
        body: t('app.alert-at', {
          severity: t(`word.severity-${event.severity}`),
          time: time.clock(event.occurredAt),
        }),
        path: pathOfAlert(event.alertId),
        severity: event.severity,
      }),
      ofNotified: ({ cause, alertId, occurrenceId, notificationId, ...about }: Notified): Announcement => {
        const { activity, isPossible, kindName, severity, location: where } = about
        if (occurrenceId) {
          return {
            tag: `reminder:${occurrenceId}`,
            title: t('reminder-title', { location: where }),
            body: t('reminder-body'),
            path: `/app/virtualCheckIn/planned/${occurrenceId}`,
            severity: null,
          }
        }
        if (alertId && activity) {
          return {
            tag: `${cause}:${alertId}`,
            title: what({ activity, isPossible, kindName, location: where }),
            body: t(`cause-${cause}`),
            path: pathOfAlert(alertId),
            severity,
          }
        }
        const title = t('cause-sample')
        return { tag: `sample:${notificationId}`, title, body: t('sample-body'), path: SAMPLE_PATH, severity: null }
      },
    }
  }, [t, word, time])
}

function pathOfAlert(alertId: string): string {
  return `/app/alerts/detail/${alertId}`
}
