/** Texts that keep the name of a resident after an erasure, with links to them. RESIDENT-02. */
import type { Resident, ResidentMention } from '@mimamori/contract/care/resident.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '#lib/service/use-call.ts'
import { useTime } from '#lib/time/use-time.ts'
import { Notice } from '#ui/feedback/notice.tsx'

export function ResidentMentions({ resident: { id } }: { resident: Pick<Resident, 'id'> }) {
  const { t } = useTranslation('resident')
  const time = useTime()
  const { data, isError } = useCall(['resident', 'mentions', id], 'resident.mentions', { params: { id } })
  if (isError) return <Notice>{t('mentions-unknown')}</Notice>
  if (!data || data.totalCount === 0) return null
  const more = data.totalCount - data.mentions.length
  return (
    <Notice>
      {t('mentions', { count: data.totalCount })}
      <ul className="marked">
        {data.mentions.map((mention) => (
          <li key={`${mention.kind} ${mention.id}`}>
            <To mention={mention}>
              {t(`mention-${mention.kind}`)} · {time.dateTime(mention.at)}
            </To>
          </li>
        ))}
        {more > 0 && <li>{t('mentions-more', { count: more })}</li>}
      </ul>
    </Notice>
  )
}

function To({ mention: { kind, id }, children }: { mention: ResidentMention; children: ReactNode }) {
  if (kind === 'alert') {
    return (
      <Link to="/app/alerts/detail/$alertId" params={{ alertId: id }}>
        {children}
      </Link>
    )
  }
  if (kind === 'accident') {
    return (
      <Link to="/app/accidents/$accidentId" params={{ accidentId: id }}>
        {children}
      </Link>
    )
  }
  if (kind === 'handover') {
    return (
      <Link to="/app/handover/records/$recordId" params={{ recordId: id }}>
        {children}
      </Link>
    )
  }
  if (kind === 'room-note') {
    return (
      <Link to="/app/rooms/$cameraId" params={{ cameraId: id }}>
        {children}
      </Link>
    )
  }
  if (kind === 'shift-note') return <Link to="/app/handover">{children}</Link>
  if (kind === 'camera') {
    return (
      <Link to="/app/cameras/edit/$cameraId" params={{ cameraId: id }}>
        {children}
      </Link>
    )
  }
  return (
    <Link to="/app/virtualCheckIn/detail/$eventId" params={{ eventId: id }}>
      {children}
    </Link>
  )
}
