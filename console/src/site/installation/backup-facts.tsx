/** The newest backup, what it holds, where it lies, and the last trial restore. */

import { numberText } from '@mimamori/contract/shared/intl-format.ts'
import type { Installation } from '@mimamori/contract/site/installation.ts'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { byteSize } from '#lib/text/sentences.ts'
import { useTime } from '#lib/time/use-time.ts'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import css from './installation.module.css'

type Props = Pick<Installation, 'backup'>

export function BackupFacts({ backup }: Props) {
  const { t, i18n } = useTranslation('installation')
  const time = useTime()
  const { runs, last, lastDrill, place } = backup
  const count = (value: number) => numberText(value, i18n.language)
  return (
    <>
      {runs && (
        <p role="status" className={css.runs}>
          {t(`runs-${runs.what}`, { when: time.clock(runs.since) })}
        </p>
      )}
      <dl className={css.facts}>
        <Fact name={t('last')}>{last ? <RelativeTime at={last.startedAt} /> : t('never')}</Fact>
        {last && <Fact name={t('content')}>{contentOf(last)}</Fact>}
        {last && <Fact name={t('added')}>{byteSize(last.addedBytes)}</Fact>}
        <Fact name={t('drill')}>
          {lastDrill
            ? t('drill-result', {
                when: time.dateTime(lastDrill.finishedAt),
                rows: count(lastDrill.rows),
                files: count(lastDrill.files),
              })
            : t('never')}
        </Fact>
        {place && (
          <Fact name={t('place')}>
            <code className={css.folder}>{place.folder}</code>
            <span>{t('next', { time: clockOf(place.atMinute) })}</span>
            <span>{t('retained', { count: place.retained })}</span>
          </Fact>
        )}
      </dl>
    </>
  )

  function contentOf({ rows, files, fileBytes }: NonNullable<Props['backup']['last']>): string {
    if (files === null) return t('content-database', { rows: count(rows) })
    return t('content-all', { rows: count(rows), files: count(files), size: byteSize(fileBytes ?? 0) })
  }
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={css.fact}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The server's own time of day, whose zone the browser does not know. */
const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
