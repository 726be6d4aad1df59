/** alerts/detail/{id}: an alert, with parts of other nouns. ALERT-07, REPORT-01. */

import type { AlertDetail } from '@mimamori/contract/alerting/alert.ts'
import { useState } from 'react'
import { AlarmAnswer } from '#console/alerting/alarm/alarm-answer.tsx'
import { AlertDetailPage } from '#console/alerting/alert/detail/alert-detail-page.tsx'
import { FullClip } from '#console/footage/recording/player/full-clip.tsx'
import { mayCall } from '#lib/access/access.ts'
import { loadTexts } from '#lib/browser/i18n.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { isOverSites, siteOf, useUser } from '#lib/session/session.ts'
import { useRunningWalks } from '#shared/running-walks.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'
import { BelowFold } from '#ui/layout/below-fold.tsx'
import { ClipSeek } from '#ui/player/clip-seek.tsx'

/** Loaded after the page itself: the clip is more important. */
const ReportCard = lazyPart(async () => {
  const [card] = await Promise.all([import('#console/care/report/report-card.tsx'), loadTexts('report')])
  return { default: card.ReportCard }
})

const NoteCard = lazyPart(async () => {
  const [card] = await Promise.all([
    import('#console/alerting/alarm/note/alert-note-card.tsx'),
    loadTexts('alert-note'),
  ])
  return { default: card.AlertNoteCard }
})

const AskAdministrator = lazyPart(async () => {
  const [card] = await Promise.all([
    import('#console/alerting/alarm/note/ask-administrator.tsx'),
    loadTexts('alert-note'),
  ])
  return { default: card.AskAdministrator }
})

const PauseNow = lazyPart(async () => {
  const [card] = await Promise.all([import('#console/care/visit/pause-now.tsx'), loadTexts('visit')])
  return { default: card.PauseNow }
})

const FewerCard = lazyPart(async () => {
  const [card] = await Promise.all([import('#shared/app-change/fewer-card.tsx'), loadTexts('app-change')])
  return { default: card.FewerCard }
})

const WalkDuring = lazyPart(async () => {
  const [card] = await Promise.all([import('#console/camera/walk-test/walk-card.tsx'), loadTexts('walk-test')])
  return { default: card.WalkDuring }
})

const WhyLink = lazyPart(async () => {
  const [link] = await Promise.all([import('#console/insight/measurement/why-link.tsx'), loadTexts('measurement')])
  return { default: link.WhyLink }
})

export function AlertDetailRoute() {
  const user = useUser()
  const hasRecordings =
    mayCall(user.role, 'recording.search') && (isOverSites(user) || siteOf(user)?.isRecordingEnabled === true)
  return (
    <ClipSeek>
      <AlertDetailPage
        answer={(alert) => (
          <>
            <During alert={alert} />
            {alert.alarm && <AlarmAnswer alert={alert} alarm={alert.alarm} />}
          </>
        )}
        fullClip={(alert) => <Behind alert={alert} hasRecordings={hasRecordings} />}
        afterFalse={(alert) => <AfterFalse alert={alert} />}
        note={(alert) => <Note alertId={alert.id} />}
        report={(alert) => <Report alert={alert} />}
      />
    </ClipSeek>
  )
}

/** Actions after a false alarm: pause the room, ask an administrator, and show settings with fewer alarms. ALARM-08. */
function AfterFalse({ alert: { id, cameraId, location, activity } }: { alert: AlertDetail }) {
  const { role } = useUser()
  const [isGone, setGone] = useState(false)
  if (isGone || !mayCall(role, 'alert.note')) return null
  return (
    <LazyOverlay onFailed={() => setGone(true)}>
      {cameraId && <PauseNow cameraId={cameraId} />}
      {cameraId && mayCall(role, 'cameraApp.change') && <FewerCard cameraId={cameraId} activity={activity} />}
      <AskAdministrator key={id} alertId={id} about={location} />
    </LazyOverlay>
  )
}

/** Shows that a walk test of that camera is running: a person who answers the alert must see this first. REAL-11. */
function During({ alert: { cameraId, occurredAt } }: { alert: AlertDetail }) {
  const test = useRunningWalks().get(cameraId ?? '')
  const [isGone, setGone] = useState(false)
  if (isGone || !test || !cameraId) return null
  return (
    <LazyOverlay onFailed={() => setGone(true)}>
      <WalkDuring cameraId={cameraId} at={occurredAt} />
    </LazyOverlay>
  )
}

function Note({ alertId }: { alertId: string }) {
  const { role } = useUser()
  const [isGone, setGone] = useState(false)
  if (isGone || !mayCall(role, 'alert.note')) return null
  return (
    <BelowFold>
      <LazyOverlay onFailed={() => setGone(true)}>
        <NoteCard alertId={alertId} />
      </LazyOverlay>
    </BelowFold>
  )
}

function Report({ alert }: { alert: AlertDetail }) {
  const { role } = useUser()
  const [isGone, setGone] = useState(false)
  if (isGone || !mayCall(role, 'eventDetail.search')) return null
  return (
    <BelowFold>
      <LazyOverlay onFailed={() => setGone(true)}>
        <ReportCard alert={alert} />
      </LazyOverlay>
    </BelowFold>
  )
}

/** Details of an alert: the recording around it, and why it was raised. */
function Behind({ alert, hasRecordings }: { alert: AlertDetail; hasRecordings: boolean }) {
  const { cameraId, occurredAt, activity } = alert
  const { role } = useUser()
  const [isGone, setGone] = useState(false)
  if (!cameraId) return null
  const hasWhy = !isGone && mayCall(role, 'measurement.why') && activity.startsWith('A')
  return (
    <span style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 }}>
      {hasRecordings && <FullClip cameraId={cameraId} at={occurredAt} />}
      {hasWhy && (
        <LazyOverlay onFailed={() => setGone(true)}>
          <WhyLink cameraId={cameraId} activity={activity} at={occurredAt} />
        </LazyOverlay>
      )}
    </span>
  )
}
