/** The differences of a sheet to what stands, person by person, and the button that saves all of them. REACH-11. */
import type { Roster } from '@mimamori/contract/site/roster.ts'
import { Button } from '@mui/material'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/layout/card.tsx'
import css from './roster.module.css'
import { cellText, codesOf } from './roster-codes.ts'
import type { Difference, Plan } from './roster-plan.ts'
import { useSaveRoster } from './roster-queries.ts'

type Props = { roster: Roster; plan: Plan; onAnother: () => void; onDone: () => void }

export function RosterDifferences({ roster, plan, onAnother, onDone }: Props) {
  const { t } = useTranslation('roster')
  const saving = useSaveRoster(roster)
  const { differences, missing, problemCount, changes, learned } = plan
  const dayCount = differences.reduce((sum, { days }) => sum + days.length, 0)
  const codes = useMemo(
    () => codesOf({ shifts: roster.shifts, codes: [...roster.codes, ...learned] }),
    [roster, learned],
  )
  const isSame = changes.length === 0 && learned.length === 0
  return (
    <>
      <Card
        title={t('differences')}
        help={isSame ? t('differences-none') : t('differences-count', { people: differences.length, count: dayCount })}
      >
        <ul className={css.differences}>
          {differences.map((difference) => (
            <Changed key={difference.line.userId} difference={difference} codes={codes} />
          ))}
        </ul>
        {missing.length > 0 && (
          <p className={css.soft}>{t('missing', { names: missing.map(({ name }) => name).join(t('join')) })}</p>
        )}
      </Card>
      <div className={css.foot} data-holds-actions>
        <p role="status" className={css.word}>
          {problemCount > 0 ? t('problems', { count: problemCount }) : t('ready')}
        </p>
        <Button variant="text" disabled={saving.isPending} onClick={onAnother}>
          {t('another')}
        </Button>
        <Button
          variant="contained"
          color="primary"
          disabled={problemCount > 0 || isSame}
          loading={saving.isPending}
          onClick={() => saving.mutate({ lines: changes, codes: learned }, { onSuccess: onDone })}
        >
          {t('save-sheet', { month: roster.month })}
        </Button>
      </div>
    </>
  )
}

type ChangedProps = { difference: Difference; codes: ReadonlyMap<string, string> }

function Changed({ difference: { line, isNew, days }, codes }: ChangedProps) {
  const { t } = useTranslation('roster')
  return (
    <li>
      <strong>{line.name}</strong> {isNew && <small className={css.soft}>{t('person-new')}</small>}
      <div className={css.changes}>
        {days.map(({ day, before, after }) => (
          <span key={day}>
            {Number(day.slice(8))}: <del>{cellText(before, codes) || '–'}</del> →{' '}
            <ins>{cellText(after, codes) || '–'}</ins>
          </span>
        ))}
      </div>
    </li>
  )
}
