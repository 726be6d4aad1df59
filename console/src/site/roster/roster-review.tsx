/** What the sheet says and what was understood of it, each to be corrected in place: month, people, codes. REACH-11. */
import { Alert, Checkbox, FormControlLabel, TextField } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { Card } from '#ui/layout/card.tsx'
import { PlainSelect } from '#ui/list/filter/plain-select.tsx'
import css from './roster.module.css'
import type { Plan, PlanCode, PlanRow } from './roster-plan.ts'
import type { RosterSheet } from './roster-sheet.ts'
import type { RosterImport } from './use-roster-import.ts'

type Props = { state: RosterImport; sheet: RosterSheet }
type PartProps = { state: RosterImport; plan: Plan }

const NOT_CHOSEN = 'not-chosen'
const NO_WORK = 'no-work'

export function RosterReview({ state, sheet }: Props) {
  const { plan } = state
  return (
    <>
      <Month state={state} sheet={sheet} />
      {plan && <People state={state} plan={plan} />}
      {plan && <Codes state={state} plan={plan} />}
    </>
  )
}

function Month({ state, sheet }: Props) {
  const { t } = useTranslation('roster')
  const { plan, choices, month = '' } = state
  const isDoubtful = plan && (plan.isOtherMonth || plan.outside.length > 0)
  return (
    <Card
      title={t('month')}
      help={sheet.months.length > 0 ? t('month-found', { month: sheet.months.join(' / ') }) : t('month-not-found')}
    >
      <div className={css.form}>
        <TextField
          type="month"
          size="small"
          label={t('month-of-sheet')}
          value={month}
          onChange={({ target }) => /^20\d\d-\d\d$/.test(target.value) && state.setMonth(target.value)}
          slotProps={{ inputLabel: { shrink: true } }}
        />
        {isDoubtful && (
          <Alert severity="warning">
            {plan.isOtherMonth && <p>{t('weekdays-differ')}</p>}
            {plan.outside.length > 0 && <p>{t('days-outside', { days: plan.outside.join(' / ') })}</p>}
            <FormControlLabel
              label={t('month-sure')}
              control={<Checkbox checked={choices.isMonthSure} onChange={(_, on) => state.setMonthSure(on)} />}
            />
          </Alert>
        )}
      </div>
    </Card>
  )
}

function People({ state, plan }: PartProps) {
  const { t } = useTranslation('roster')
  const isOpen = ({ problem, isOut, number }: PlanRow) => problem !== null || isOut || state.choices.people.has(number)
  const [open, known] = [plan.rows.filter(isOpen), plan.rows.filter((row) => !isOpen(row))]
  const problems = plan.rows.filter(({ problem }) => problem !== null).length
  const rowsOf = (rows: readonly PlanRow[]) => (
    <ul className={css.choices}>
      {rows.map((row) => (
        <PersonChoice key={row.number} row={row} state={state} />
      ))}
    </ul>
  )
  return (
    <Card
      title={t('people')}
      help={problems > 0 ? t('people-open', { count: problems }) : t('people-known', { count: plan.rows.length })}
    >
      {rowsOf(open)}
      {known.length > 0 && (
        <details className={css.more}>
          <summary>{t('people-more', { count: known.length })}</summary>
          {rowsOf(known)}
        </details>
      )}
    </Card>
  )
}

function PersonChoice({ row, state }: { row: PlanRow; state: RosterImport }) {
  const { t } = useTranslation('roster')
  const people = state.roster.data?.lines.filter(({ mayChange }) => mayChange) ?? []
  return (
    <li data-bad={row.problem !== null || undefined}>
      <span>
        {row.name}
        {row.problem && <small className={css.soft}> {t(`person-${row.problem}`)}</small>}
      </span>
      <PlainSelect<string>
        label={t('person-of-row', { name: row.name, row: row.number })}
        value={row.isOut ? 'out' : (row.userId ?? NOT_CHOSEN)}
        options={[
          ...(row.userId === null && !row.isOut ? [{ value: NOT_CHOSEN, label: t('choose-person') }] : []),
          { value: 'out', label: t('leave-out') },
          ...people.map(({ userId, name }) => ({ value: userId, label: name })),
        ]}
        onChange={(next) => next !== NOT_CHOSEN && state.setPerson(row.number, next)}
      />
    </li>
  )
}

function Codes({ state, plan }: PartProps) {
  const { t } = useTranslation('roster')
  const unknown = plan.codes.filter(({ shiftId }) => shiftId === undefined).length
  return (
    <Card title={t('codes')} help={unknown > 0 ? t('codes-open', { count: unknown }) : t('codes-known')}>
      <ul className={css.choices}>
        {plan.codes
          .toSorted((a, b) => Number(b.shiftId === undefined) - Number(a.shiftId === undefined))
          .map((code) => (
            <CodeChoice key={code.code} code={code} state={state} />
          ))}
      </ul>
    </Card>
  )
}

function CodeChoice({ code: { code, shiftId, count }, state }: { code: PlanCode; state: RosterImport }) {
  const { t } = useTranslation('roster')
  const shifts = state.roster.data?.shifts ?? []
  return (
    <li data-bad={shiftId === undefined || undefined}>
      <span>{t('code-count', { code, count })}</span>
      <PlainSelect<string>
        label={t('code-means', { code })}
        value={shiftId === undefined ? NOT_CHOSEN : (shiftId ?? NO_WORK)}
        options={[
          ...(shiftId === undefined ? [{ value: NOT_CHOSEN, label: t('choose-shift') }] : []),
          { value: NO_WORK, label: t('no-work') },
          ...shifts.map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(next) => next !== NOT_CHOSEN && state.setCode(code, next === NO_WORK ? null : next)}
      />
    </li>
  )
}
