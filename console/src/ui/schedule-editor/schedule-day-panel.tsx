/** The times of one day as fields, exact to the minute; a new one may end on the next day. */
import {
  DAYS,
  type Day,
  type Interval,
  normaliseDay,
  partsOf,
  WEEKDAYS,
  type Week,
  withDay,
} from '@mimamori/contract/camera/week.ts'
import { Button, Menu, MenuItem } from '@mui/material'
import { Copy, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import css from './schedule-editor.module.css'
import { ScheduleTimes } from './schedule-times.tsx'

type Props = { day: Day; week: Week; onChange: (week: Week) => void; onCopy: (to: Day[]) => void }

export function ScheduleDayPanel({ day, week, onChange, onCopy }: Props) {
  const { t } = useTranslation('schedule')
  const [isAdding, setAdding] = useState(false)
  const intervals = week[day]
  const put = (replaced: number, interval: Interval) => {
    const rest = withDay(
      week,
      day,
      intervals.filter((_, i) => i !== replaced),
    )
    setAdding(false)
    onChange(withParts(rest, day, interval))
  }
  const othersOf = (index: number) => (of: Day) => (of === day ? intervals.filter((_, i) => i !== index) : week[of])
  return (
    <div className={css.panel}>
      <div className={css.panelHead}>
        <h3 className={css.panelTitle}>{t(`long-${day}`)}</h3>
        <CopyDay day={day} onCopy={onCopy} />
      </div>
      {intervals.length === 0 && !isAdding && <p className={css.off}>{t('day-off')}</p>}
      {intervals.map((interval, index) => (
        <ScheduleTimes
          // biome-ignore lint/suspicious/noArrayIndexKey: the place in the day is the identity, so that focus stays
          key={index}
          day={day}
          interval={interval}
          othersOf={othersOf(index)}
          onCommit={(next) => put(index, next)}
          onRemove={() =>
            onChange(
              withDay(
                week,
                day,
                intervals.filter((_, i) => i !== index),
              ),
            )
          }
        />
      ))}
      {isAdding && (
        <ScheduleTimes
          day={day}
          interval={null}
          othersOf={othersOf(-1)}
          onCommit={(next) => put(-1, next)}
          onRemove={() => setAdding(false)}
        />
      )}
      {!isAdding && (
        <Button
          variant="text"
          size="small"
          startIcon={<Plus />}
          onClick={() => setAdding(true)}
          sx={{ alignSelf: 'start' }}
        >
          {t('add-time')}
        </Button>
      )}
    </div>
  )
}

/** A night becomes two parts; a part that touches what the next day has is joined with it. */
function withParts(week: Week, day: Day, interval: Interval): Week {
  return partsOf(day, interval).reduce(
    (next, part) =>
      withDay(
        next,
        part.day,
        part.day === day ? [...next[day], part.interval] : normaliseDay([...next[part.day], part.interval]),
      ),
    week,
  )
}

function CopyDay({ day, onCopy }: { day: Day; onCopy: (to: Day[]) => void }) {
  const { t } = useTranslation('schedule')
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const others = DAYS.filter((one) => one !== day)
  const copy = (to: readonly Day[]) => () => {
    setAnchor(null)
    onCopy(to.filter((one) => one !== day))
  }
  return (
    <>
      <Button
        variant="text"
        size="small"
        startIcon={<Copy />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        {t('copy-day')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={copy(WEEKDAYS)}>{t('copy-weekdays')}</MenuItem>
        <MenuItem onClick={copy(DAYS)}>{t('copy-all')}</MenuItem>
        {others.map((one) => (
          <MenuItem key={one} onClick={copy([one])}>
            {t(`long-${one}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
