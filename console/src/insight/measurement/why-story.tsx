/** Events as lines with their times: the texts behind the timelines, and their table view. METRIC-03. */
import type { Why } from '@mimamori/contract/insight/measurement.ts'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { PlainTable } from '#ui/list/table/plain-table.tsx'
import css from './why.module.css'
import { happenings, imageOf, kindOf, runsOf } from './why-runs.ts'
import { gateWords } from './why-words.ts'

type Line = { from: number; until: number; what: string; words: string; kind: string }

export function WhyStory({ why }: { why: Why }) {
  const { t } = useTranslation(['measurement', 'activity'])
  const time = useTime()
  const lines = useLines(why)
  const clock = (second: number) => time.clock(new Date(second * 1000))
  if (lines.length === 0) return <p>{t('story-none')}</p>
  return (
    <PlainTable columns={[t('when'), t('what'), t('words')]} height="list">
      {lines.map((line) => (
        <tr key={`${line.from} ${line.what} ${line.words}`} className={css.line} data-kind={line.kind}>
          <th scope="row">
            {clock(line.from)}
            {line.until - line.from > 1 && `–${clock(line.until - 1)}`}
          </th>
          <td>{line.what}</td>
          <td>{line.words}</td>
        </tr>
      ))}
    </PlainTable>
  )
}

function useLines(why: Why): Line[] {
  const { t } = useTranslation(['measurement', 'activity'])
  const { t: word } = useTranslation('word')
  const bySecond = new Map(why.seconds.map((second) => [second.second, second]))
  const ofApps = happenings(why.seconds).map(({ from, until, appCode, gate }) => {
    const words = gateWords(t, { appCode, gate, second: bySecond.get(from)! }, why.apps)
    return { from, until, what: word(`app-${appCode}`), words, kind: kindOf(gate) }
  })
  const ofBed = runsOf(why.seconds, ({ bed }) => bed).flatMap(({ from, until, value }) =>
    value === 'unknown' ? [] : [{ from, until, what: t('row-bed'), words: t(`bed-${value}`), kind: 'seen' }],
  )
  const ofImages = runsOf(why.seconds, imageOf).flatMap(({ from, until, value }) =>
    value === 'good' ? [] : [{ from, until, what: t('row-images'), words: t(`image-${value}`), kind: 'nothing' }],
  )
  return [...ofApps, ...ofBed, ...ofImages].sort((a, b) => a.from - b.from)
}
