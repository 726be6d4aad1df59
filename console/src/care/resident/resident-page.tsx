/** residents/{id}: the person, the room, consents and stays, and what administrators do with them. RESIDENT-01, RESIDENT-02. */
import type { ResidentDetail } from '@mimamori/contract/care/resident.ts'
import { residentTitle } from '@mimamori/contract/care/resident-title.ts'
import { Button } from '@mui/material'
import { getRouteApi, Link } from '@tanstack/react-router'
import { LogOut, MoveRight, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { useTime } from '#lib/time/use-time.ts'
import { Card } from '#ui/layout/card.tsx'
import { DetailLayout } from '#ui/layout/detail-layout.tsx'
import { BackLink, LinkButton } from '#ui/layout/link-button.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './resident.module.css'
import { ConsentCard } from './resident-consents.tsx'
import { LifeCards } from './resident-life.tsx'
import { NoteCard } from './resident-note.tsx'
import { useLife, useResident } from './resident-queries.ts'
import { ExportResident, RemovedNotice, RemoveResident } from './resident-removal.tsx'
import { LifeSkeleton, ResidentHeadSkeleton, ResidentSkeleton } from './resident-skeleton.tsx'
import { StayDialog, type StayTask } from './resident-stay-dialog.tsx'

const route = getRouteApi('/app/residents/$residentId')

export function ResidentPage() {
  const { t } = useTranslation('resident')
  const { residentId } = route.useParams()
  const resident = useResident(residentId)
  const [task, setTask] = useState<StayTask | null>(null)
  const { role } = useUser()
  const isAdmin = mayCall(role, 'resident.patch')
  const mayChange = ({ removedAt }: ResidentDetail) => isAdmin && removedAt === null
  const mayReadLife = mayCall(role, 'resident.life')
  const life = useLife(residentId, mayReadLife)
  const { data } = resident
  return (
    <>
      <PageHeader
        lead={<BackLink to="/app/residents" label={t('back')} />}
        title={data ? residentTitle(data) : t('title')}
        subtitle={data ? placeOf(data) : '\u00a0'}
        actions={
          data ? mayChange(data) && <Actions resident={data} onTask={setTask} /> : isAdmin && <ResidentHeadSkeleton />
        }
      />
      <Loaded query={resident} skeleton={<ResidentSkeleton hasLife={mayReadLife} />}>
        {(found) => (
          <>
            {found.removedAt !== null && <RemovedNotice resident={found} />}
            <DetailLayout
              main={
                <>
                  <Stays resident={found} onTask={mayChange(found) ? setTask : null} />
                  {mayReadLife && (life.isPending ? <LifeSkeleton /> : <LifeCards life={life} />)}
                </>
              }
              aside={
                <>
                  {found.careNote !== null && <NoteCard resident={found} />}
                  {found.consents && <ConsentCard consents={found.consents} />}
                </>
              }
            />
            {task && <StayDialog resident={found} task={task} onClose={() => setTask(null)} />}
          </>
        )}
      </Loaded>
    </>
  )
}

const placeOf = ({ stay }: ResidentDetail) =>
  stay?.to === null && [stay.unitName, stay.location].filter(Boolean).join(' · ')

type ActionProps = { resident: ResidentDetail; onTask: (task: StayTask) => void }

function Actions({ resident, onTask }: ActionProps) {
  const { t } = useTranslation('resident')
  const isHere = resident.stay?.to === null
  return (
    <>
      <LinkButton
        to="/app/residents/$residentId/edit"
        params={{ residentId: resident.id }}
        variant="outlined"
        startIcon={<Pencil size={18} />}
      >
        {t('edit')}
      </LinkButton>
      <Button variant="outlined" startIcon={<MoveRight size={18} />} onClick={() => onTask({ kind: 'move' })}>
        {t(isHere ? 'move' : 'move-in')}
      </Button>
      {isHere && (
        <Button variant="outlined" startIcon={<LogOut size={18} />} onClick={() => onTask({ kind: 'leave' })}>
          {t('leave')}
        </Button>
      )}
      <ExportResident resident={resident} />
      <RemoveResident resident={resident} />
    </>
  )
}

type StaysProps = { resident: ResidentDetail; onTask: ((task: StayTask) => void) | null }

function Stays({ resident: { stays, stay }, onTask }: StaysProps) {
  const { t } = useTranslation('resident')
  const time = useTime()
  const shown = stays.length > 0 ? stays : stay ? [{ ...stay, version: 0 }] : []
  return (
    <Card title={t('stays')} help={t('stays-help')}>
      {shown.length === 0 && <p className={css.quiet}>{t('no-stays')}</p>}
      <ul className={css.stays}>
        {shown.map((each) => (
          <li key={each.stayId} className={css.stay}>
            <div>
              <p>
                <Link to="/app/rooms/$cameraId" params={{ cameraId: each.cameraId }}>
                  {each.location}
                </Link>
                {each.bed > 1 && ` · ${t('bed-n', { bed: each.bed })}`}
                {each.unitName && <span className={css.quiet}> · {each.unitName}</span>}
              </p>
              <p className={css.small}>
                {time.dateTime(each.from)} – {each.to === null ? t('now') : time.dateTime(each.to)}
              </p>
            </div>
            {onTask && (
              <Button variant="text" onClick={() => onTask({ kind: 'correct', stay: each })}>
                {t('correct')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  )
}
