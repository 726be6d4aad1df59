/** What else happened in a shift: check-ins done and missed, notes on alerts, cameras and hubs that failed. HANDOVER-01. */
import type { HandoverSheet } from '@mimamori/contract/care/handover.ts'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { Card } from '#ui/layout/card.tsx'
import css from './handover.module.css'

type Happened = HandoverSheet['checkIns'][number]

export function Rest({ sheet }: { sheet: HandoverSheet }) {
  return (
    <div className={css.columns}>
      <CheckIns sheet={sheet} />
      <Failures sheet={sheet} />
      <AlertNotes sheet={sheet} />
    </div>
  )
}

function CheckIns({ sheet: { checkIns, missed } }: { sheet: HandoverSheet }) {
  const { t } = useTranslation('handover')
  return (
    <Card title={t('check-ins')}>
      {missed.length > 0 && (
        <>
          <h3 className={css.missed}>{t('missed')}</h3>
          <Lines lines={missed} />
        </>
      )}
      {checkIns.length === 0 ? <p className={css.soft}>{t('no-check-ins')}</p> : <Lines lines={checkIns} />}
    </Card>
  )
}

function AlertNotes({ sheet: { notes } }: { sheet: HandoverSheet }) {
  const { t } = useTranslation('handover')
  if (notes.length === 0) return null
  return (
    <Card title={t('alert-notes')}>
      <Lines lines={notes} />
    </Card>
  )
}

function Failures({ sheet: { errors } }: { sheet: HandoverSheet }) {
  const { t } = useTranslation('handover')
  const { t: word } = useTranslation('word')
  const time = useTime()
  return (
    <Card title={t('failures')}>
      {errors.length === 0 && <p className={css.soft}>{t('no-failures')}</p>}
      <ul className={css.lines}>
        {errors.map(({ name, activity, at, isDark }) => (
          <li key={`${name} ${at}`}>
            <strong>{name}</strong> {word(`app-${activity}`)}
            <span className={css.small}>
              {time.dateTime(at)} · {t(isDark ? 'still-dark' : 'back-again')}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Lines({ lines }: { lines: readonly Happened[] }) {
  const time = useTime()
  return (
    <ul className={css.lines}>
      {lines.map(({ location, at, userName, text }) => (
        <li key={`${location} ${at} ${userName}`}>
          <strong>{location}</strong> {text}
          <span className={css.small}>
            {time.dateTime(at)} · {userName}
          </span>
        </li>
      ))}
    </ul>
  )
}
