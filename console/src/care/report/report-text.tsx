/** The sentences of a report, part by part; each says what it rests on and leads to its moment of the clip. */
import {
  type EventDetail,
  REPORT_SECTIONS,
  type ReportEvidence,
  type ReportSentence,
} from '@mimamori/contract/care/report.ts'
import { Tooltip } from '@mui/material'
import { Play, User } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { duration } from '#lib/time/time.ts'
import { useClipSeek } from '#ui/player/clip-seek.tsx'
import css from './report.module.css'

/** `hasClip`: there is a player on the page. */
export function ReportText({ detail, hasClip }: { detail: EventDetail; hasClip: boolean }) {
  const { t } = useTranslation('report')
  return (
    <div className={css.text}>
      {REPORT_SECTIONS.map((section) => {
        const own = detail.sentences.filter((one) => one.section === section)
        if (own.length === 0) return null
        return (
          <section key={section} aria-label={t(`section-${section}`)}>
            <h3 className={css.heading}>{t(`section-${section}`)}</h3>
            <ul className={css.sentences} data-section={section}>
              {own.map((sentence, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the same sentence may stand twice, and none moves.
                <Sentence key={index} sentence={sentence} hasClip={hasClip} />
              ))}
            </ul>
          </section>
        )
      })}
    </div>
  )
}

function Sentence({ sentence, hasClip }: { sentence: ReportSentence; hasClip: boolean }) {
  const { t } = useTranslation('report')
  const { text, author, evidence } = sentence
  const moment = hasClip ? evidence.find((one) => one.kind === 'clip' && one.atMs !== null) : undefined
  return (
    <li className={css.sentence} data-author={author}>
      <span>{text}</span>
      <span className={css.notes}>
        {author === 'person' && (
          <Tooltip title={t('person')}>
            <span role="img" aria-label={t('person')} className={css.person}>
              <User size={14} />
            </span>
          </Tooltip>
        )}
        {evidence.length > 0 && <Evidence evidence={evidence} />}
        {moment && <Jump atMs={moment.atMs!} />}
      </span>
    </li>
  )
}

/** How many facts it rests on; pressed, hovered or focused it says which. */
function Evidence({ evidence }: { evidence: readonly ReportEvidence[] }) {
  const { t } = useTranslation('report')
  const list = (
    <ul className={css.evidence}>
      {evidence.map((one) => (
        <li key={one.says}>{one.says}</li>
      ))}
    </ul>
  )
  return (
    <Tooltip title={list} enterTouchDelay={0} leaveTouchDelay={6_000}>
      <button
        type="button"
        className={css.chip}
        aria-label={`${t('evidence-of')}: ${evidence.map(({ says }) => says).join(' ')}`}
      >
        {evidence.length}
      </button>
    </Tooltip>
  )
}

function Jump({ atMs }: { atMs: number }) {
  const { t } = useTranslation('report')
  const seek = useClipSeek()
  const place = duration(atMs)
  return (
    <button type="button" className={css.jump} aria-label={t('show-in-clip', { place })} onClick={() => seek(atMs)}>
      <Play size={12} fill="currentColor" aria-hidden />
      {place}
    </button>
  )
}
