/** The timelines: frames, bed, people, motion and each app on one time axis, with the requested time. METRIC-03. */

import type { Why } from '@mimamori/contract/insight/measurement.ts'
import { type AlertAppCode, alertAppCode } from '@mimamori/contract/shared/apps.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { Card } from '#ui/layout/card.tsx'
import { Legend } from '#ui/layout/legend.tsx'
import css from './why.module.css'
import { imageOf, kindOf, type Run, runsOf, type WhySecond } from './why-runs.ts'
import { gateWords, seenWords } from './why-words.ts'

type Props = { why: Why; at: string; range: { from: string; to: string } }
/** An app's gate as its timeline shows it. */
const LEGEND = [
  { of: 'raised', tone: 'critical' },
  { of: 'stopped', tone: 'medium' },
  { of: 'seen', tone: 'primary' },
] as const
type Scale = { from: number; until: number }

export function WhyRows({ why, at, range }: Props) {
  const { t } = useTranslation(['measurement', 'activity'])
  const time = useTime()
  const scale = { from: Date.parse(range.from) / 1000, until: Date.parse(range.to) / 1000 }
  const [chosen, setChosen] = useState<number | null>(null)
  const now = chosen ?? Math.floor(Date.parse(at) / 1000)
  const second = why.seconds.find((one) => one.second === now)
  const clock = (at: number) => time.clock(new Date(at * 1000))
  const words = useSecondWords(why, second)
  return (
    <Card title={t('rows')} help={t('rows-help')}>
      <div className={css.rows} style={{ ['--now' as string]: (now - scale.from) / (scale.until - scale.from) }}>
        <Rows why={why} scale={scale} />
        <input
          type="range"
          className={css.slider}
          aria-label={t('moment')}
          aria-valuetext={`${clock(now)} ${words.join(' ')}`}
          min={scale.from}
          max={scale.until - 1}
          value={Math.min(now, scale.until - 1)}
          onChange={(event) => setChosen(Number(event.target.value))}
        />
      </div>
      <div className={css.axis}>
        <span>{clock(scale.from)}</span>
        <span>{clock(scale.until)}</span>
      </div>
      <Legend items={LEGEND.map(({ of, tone }) => ({ tone, name: t(`legend-${of}`) }))} />
      <div className={css.now} aria-live="off">
        <strong>{clock(now)}</strong>
        <ul>
          {words.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      </div>
    </Card>
  )
}

function Rows({ why: { seconds, apps, alerts }, scale }: { why: Why; scale: Scale }) {
  const { t } = useTranslation(['measurement', 'activity'])
  const { t: word } = useTranslation('word')
  const threshold = apps.find(({ appCode }) => appCode === 'A003')?.pixelChangePercent
  const running = alertAppCode.options.filter((code) => seconds.some(({ gates }) => gates[code] !== 'off'))
  const highest = (numberOf: (one: WhySecond) => number) => Math.max(1, ...seconds.map(numberOf))
  const inside = ({ insideShare }: WhySecond) => insideShare
  const outside = ({ outsideShare }: WhySecond) => outsideShare
  const changed = ({ changedShare }: WhySecond) => changedShare
  return (
    <>
      <Blocks name={t('row-images')} runs={runsOf(seconds, imageOf)} scale={scale} />
      {seconds.some(({ bed }) => bed !== 'unknown') && (
        <Blocks name={t('row-bed')} runs={runsOf(seconds, ({ bed }) => bed)} scale={scale} />
      )}
      <Blocks
        name={t('row-people')}
        runs={runsOf(seconds, ({ people }) => (people > 0 ? 'people' : 'nobody'))}
        scale={scale}
      />
      <Curve name={t('row-inside')} seconds={seconds} numberOf={inside} top={highest(inside)} scale={scale} />
      <Curve name={t('row-outside')} seconds={seconds} numberOf={outside} top={highest(outside)} scale={scale} />
      {threshold !== undefined && (
        <Curve
          name={t('row-changed', { percent: threshold })}
          seconds={seconds}
          numberOf={changed}
          top={Math.max(highest(changed), threshold * 125)}
          line={threshold * 100}
          scale={scale}
        />
      )}
      {running.map((code) => (
        <Blocks
          key={code}
          name={word(`app-${code}`)}
          runs={runsOf(seconds, ({ gates }) => kindOf(gates[code] ?? 'off'))}
          scale={scale}
          marks={alerts
            .filter(({ activity }) => activity === code)
            .map(({ occurredAt }) => Date.parse(occurredAt) / 1000)}
        />
      ))}
    </>
  )
}

type BlocksProps = { name: string; runs: readonly Run<string>[]; scale: Scale; marks?: readonly number[] }

function Blocks({ name, runs, scale, marks = [] }: BlocksProps) {
  const length = scale.until - scale.from
  return (
    <Row name={name}>
      <svg viewBox={`0 0 ${length} 10`} preserveAspectRatio="none" aria-hidden="true">
        {runs.map(({ from, until, value }) => (
          <rect key={from} data-of={value} x={from - scale.from} width={until - from} y={1} height={8} />
        ))}
        {marks.map((at) => (
          <rect key={at} data-of="alert" x={at - scale.from} width={Math.max(1, length / 240)} y={0} height={10} />
        ))}
      </svg>
    </Row>
  )
}

type CurveProps = {
  name: string
  seconds: readonly WhySecond[]
  numberOf: (second: WhySecond) => number
  top: number
  /** A threshold, drawn as a horizontal line. */
  line?: number
  scale: Scale
}

/** Heights grow with the square root, so that both turning over in bed and a person walking by are visible. */
function Curve({ name, seconds, numberOf, top, line, scale }: CurveProps) {
  const height = (value: number) => 10 * Math.sqrt(value / top)
  return (
    <Row name={name} isTall>
      <svg viewBox={`0 0 ${scale.until - scale.from} 10`} preserveAspectRatio="none" aria-hidden="true">
        {seconds
          .filter((one) => one.isReliable && numberOf(one) > 0)
          .map((one) => (
            <rect
              key={one.second}
              data-of="curve"
              x={one.second - scale.from}
              width={1}
              y={10 - height(numberOf(one))}
              height={height(numberOf(one))}
            />
          ))}
        {line !== undefined && (
          <line x1={0} x2={scale.until - scale.from} y1={10 - height(line)} y2={10 - height(line)} />
        )}
      </svg>
    </Row>
  )
}

function Row({ name, isTall, children }: { name: string; isTall?: boolean; children: React.ReactNode }) {
  return (
    <div className={css.row} data-tall={isTall || undefined}>
      <span className={css.rowName}>{name}</span>
      <span className={css.track}>{children}</span>
    </div>
  )
}

/** All data of one second, as text. */
function useSecondWords({ apps }: Why, second: WhySecond | undefined): string[] {
  const { t } = useTranslation(['measurement', 'activity'])
  const { t: word } = useTranslation('word')
  if (!second) return [t('second-not-measured')]
  if (!second.isReliable) return [t(`image-${second.frames > 0 ? 'learning' : 'none'}`)]
  const codes = (Object.keys(second.gates) as AlertAppCode[]).filter(
    (code) => kindOf(second.gates[code]!) !== 'nothing',
  )
  const gates = codes.map(
    (appCode) => `${word(`app-${appCode}`)}: ${gateWords(t, { appCode, gate: second.gates[appCode]!, second }, apps)}`,
  )
  return [seenWords(t, second), ...gates]
}
