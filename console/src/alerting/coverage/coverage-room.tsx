/** One room in a word: arrives, weak, does not. The reasons stand behind it, for administrators with every step. PROOF-01, NIGHT-09. */
import type { CoverageProblem, RoomCoverage } from '@mimamori/contract/alerting/coverage.ts'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { useUser } from '#lib/session/session.ts'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import css from './coverage.module.css'
import { isBlocking, standingOf } from './coverage-problems.ts'

type Props = {
  room: RoomCoverage
  /** Said above all rooms. */
  shared: readonly CoverageProblem[]
  hasSite: boolean
}

export function CoverageRoom({ room, shared, hasSite }: Props) {
  const { t } = useTranslation('coverage')
  const { role } = useUser()
  const standing = standingOf(room)
  const own = room.problems.filter((problem) => !shared.includes(problem))
  const place = [hasSite ? room.tenantName : null, room.unitName, room.cameraName].filter(Boolean).join(' · ')
  return (
    <li className={css.room} data-standing={standing}>
      <details>
        <summary className={css.head}>
          <h2 className={css.name}>{room.location}</h2>
          <strong className={css.standing}>{t(`standing-${standing}`)}</strong>
          <span className={css.place}>{place}</span>
          {own.length > 0 && <span className={css.reason}>{t(`problem-${own[0]!}`)}</span>}
        </summary>
        {room.gapSince && (
          <p className={css.gap}>
            {t('gap')} <RelativeTime at={room.gapSince} />
          </p>
        )}
        {room.problems.length === 0 ? (
          <p className={css.gap}>{t('works')}</p>
        ) : (
          <ProblemList problems={room.problems} />
        )}
        {mayCall(role, 'deviceProof.ofSite') && <Steps room={room} />}
      </details>
    </li>
  )
}

export function ProblemList({ problems }: { problems: readonly CoverageProblem[] }) {
  const { t } = useTranslation('coverage')
  if (problems.length === 0) return null
  return (
    <ul className={css.problems}>
      {problems.map((problem) => (
        <li key={problem} data-blocking={isBlocking(problem) || undefined}>
          {t(`problem-${problem}`)}
        </li>
      ))}
    </ul>
  )
}

function Steps({ room }: { room: RoomCoverage }) {
  const { t } = useTranslation('coverage')
  const { recipients, consoles, withPush, withProvenDevice } = room
  return (
    <dl className={css.steps}>
      <Step label={t('step-raised')} at={room.raisedAt} />
      <Step label={t('step-stored')} at={room.storedAt} />
      <Step label={t('step-chosen')} at={room.chosenAt} more={t('recipients', { count: recipients })} />
      <Step label={t('step-received')} at={room.receivedAt} more={t('consoles', { count: consoles })} />
      <Step label={t('step-accepted')} at={room.pushAcceptedAt} more={t('with-push', { count: withPush })} />
      <Step label={t('step-shown')} at={room.pushShownAt} more={t('with-proven', { count: withProvenDevice })} />
    </dl>
  )
}

function Step({ label, at, more }: { label: string; at: string | null; more?: string }) {
  const { t } = useTranslation('coverage')
  return (
    <div className={css.step} data-done={at !== null || undefined}>
      <dt>{label}</dt>
      <dd>
        {at === null ? t('never') : <RelativeTime at={at} />}
        {more && <span className={css.quiet}>{more}</span>}
      </dd>
    </div>
  )
}
