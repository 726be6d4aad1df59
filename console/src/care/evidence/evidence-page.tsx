/** accidents/evidence: a year by month and two times nine weeks, for the authorities. REACH-83. */
import { EVIDENCE_WEEKS, EVIDENCE_YEARS } from '@mimamori/contract/care/care-lists.ts'
import type { Evidence, EvidenceMonth, EvidenceWeek } from '@mimamori/contract/care/evidence.ts'
import { Button, MenuItem, Skeleton, TextField } from '@mui/material'
import { getRouteApi } from '@tanstack/react-router'
import { FileDown, Printer } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { toLanguage } from '#lib/browser/language.ts'
import { download, toCsv } from '#lib/list/csv.ts'
import { usePageCall } from '#lib/service/use-call.ts'
import { isOverSites, useUser } from '#lib/session/session.ts'
import { monthName, shortDay } from '#lib/time/calendar-day.ts'
import { Card } from '#ui/layout/card.tsx'
import { BackLink } from '#ui/layout/link-button.tsx'
import { NotConnected } from '#ui/layout/not-connected.tsx'
import { PageHeader } from '#ui/layout/page-header.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import { PlainTable } from '#ui/list/table/plain-table.tsx'
import css from './evidence.module.css'
import type { EvidenceSearch } from './evidence-search.ts'
import { useEvidenceColumns } from './use-evidence-columns.ts'

const route = getRouteApi('/app/accidents/evidence')
const BLANK = <Skeleton variant="rounded" height={480} />
/** What the page says about its figures, in this order. */
const COUNTED = ['rooms', 'alarms', 'medians', 'falls', 'reports', 'not'] as const
/** Years that the field offers, back from the running one. */
const OFFERED_YEARS = 6

export function EvidencePage() {
  const { t } = useTranslation('evidence')
  const { year, from }: EvidenceSearch = route.useSearch()
  const query = { ...(year && { year }), ...(from && { weeksFrom: from }) }
  const evidence = usePageCall(['evidence', query], 'evidence.get', { query })
  if (isOverSites(useUser())) return <NotConnected />
  return (
    <>
      <PageHeader
        lead={<BackLink to="/app/accidents" label={t('back')} />}
        title={t('title')}
        subtitle={evidence.data?.siteName}
        actions={<Actions evidence={evidence.data} />}
      />
      <Loaded query={evidence} skeleton={BLANK}>
        {(loaded) => (
          <div className={css.page}>
            <Year evidence={loaded} />
            <Weeks evidence={loaded} />
            <Card title={t('counted')}>
              <ul className={css.counted}>
                {COUNTED.map((key) => (
                  <li key={key}>{t(`counted-${key}`)}</li>
                ))}
              </ul>
            </Card>
          </div>
        )}
      </Loaded>
    </>
  )
}

function Actions({ evidence }: { evidence: Evidence | undefined }) {
  const { t } = useTranslation('evidence')
  const columns = useEvidenceColumns()
  const save = ({ months, year }: Evidence) => {
    const texts = columns.map(({ header, csv }) => ({ header, csv }))
    download(
      `evidence-${year}.csv`,
      toCsv([{ header: t('month'), csv: ({ from }) => from.slice(0, 7) }, ...texts], months),
    )
  }
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<FileDown />}
        disabled={!evidence}
        onClick={() => evidence && save(evidence)}
      >
        {t('csv')}
      </Button>
      <Button variant="outlined" startIcon={<Printer />} disabled={!evidence} onClick={() => print()}>
        {t('print')}
      </Button>
    </>
  )
}

function Year({ evidence: { year, months, at } }: { evidence: Evidence }) {
  const { t } = useTranslation('evidence')
  const navigate = route.useNavigate()
  const columns = useEvidenceColumns()
  const now = new Date(at)
  const running = now.getUTCFullYear() - (now.getUTCMonth() < 3 ? 1 : 0)
  const offered = Array.from({ length: OFFERED_YEARS }, (_, back) => Math.max(EVIDENCE_YEARS.first, running - back))
  const years = [...new Set([year, ...offered])].toSorted((a, b) => b - a)
  return (
    <Card title={t('months')}>
      <TextField
        select
        size="small"
        className={css.field}
        label={t('year')}
        value={year}
        onChange={({ target }) =>
          navigate({ search: (present) => ({ ...present, year: Number(target.value) }), replace: true })
        }
      >
        {years.map((one) => (
          <MenuItem key={one} value={one}>
            {t('year-of', { year: one, next: one + 1 })}
          </MenuItem>
        ))}
      </TextField>
      {months.length === 0 ? (
        <p className={css.soft}>{t('no-months')}</p>
      ) : (
        <PlainTable isOfNumbers label={t('months')} columns={[t('month'), ...columns.map(({ header }) => header)]}>
          {months.map((month) => (
            <MonthRow key={month.from} month={month} />
          ))}
          <tr>
            <th scope="row">{t('total')}</th>
            {columns.map(({ key, sum }) => (
              <td key={key}>{sum ? months.reduce((all, month) => all + Number(month[key]), 0) : ''}</td>
            ))}
          </tr>
        </PlainTable>
      )}
    </Card>
  )
}

function MonthRow({ month }: { month: EvidenceMonth }) {
  const { i18n } = useTranslation('evidence')
  const columns = useEvidenceColumns()
  return (
    <tr>
      <th scope="row">{monthName(month.from, toLanguage(i18n.language))}</th>
      {columns.map(({ key, text }) => (
        <td key={key}>{text(month)}</td>
      ))}
    </tr>
  )
}

function Weeks({ evidence: { weeksFrom, before, since } }: { evidence: Evidence }) {
  const { t, i18n } = useTranslation('evidence')
  const navigate = route.useNavigate()
  const named = { day: shortDay(weeksFrom, toLanguage(i18n.language)), count: since.length }
  return (
    <Card title={t('weeks')} help={t('weeks-help')}>
      <TextField
        type="date"
        size="small"
        className={css.field}
        label={t('first-day')}
        value={weeksFrom}
        onChange={({ target }) =>
          target.value && navigate({ search: (present) => ({ ...present, from: target.value }), replace: true })
        }
        slotProps={{ inputLabel: { shrink: true } }}
      />
      <PlainTable isOfNumbers label={t('weeks')} columns={[t('span'), t('accidents'), t('near-misses'), t('at-night')]}>
        <WeeksRow name={t('before')} weeks={before} />
        <WeeksRow name={t(since.length < EVIDENCE_WEEKS ? 'since-part' : 'since', named)} weeks={since} />
      </PlainTable>
    </Card>
  )
}

function WeeksRow({ name, weeks }: { name: string; weeks: readonly EvidenceWeek[] }) {
  const sum = (key: 'accidents' | 'nearMisses' | 'atNight') => weeks.reduce((all, week) => all + week[key], 0)
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{sum('accidents')}</td>
      <td>{sum('nearMisses')}</td>
      <td>{sum('atNight')}</td>
    </tr>
  )
}
