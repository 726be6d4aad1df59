/** A walk test that runs: one step after the other in big type, ticked by the camera. REAL-11. */

import type { WalkFacts } from '@mimamori/contract/camera/hub-request.ts'
import { WALK_BED_STEPS, WALK_STEP_S, WALK_STEPS, type WalkStep } from '@mimamori/contract/camera/walk/walk-lists.ts'
import type { WalkStepRecord } from '@mimamori/contract/camera/walk/walk-test.ts'
import type { Point } from '@mimamori/contract/shared/geometry.ts'
import { Button } from '@mui/material'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWakeLock } from '#lib/browser/use-wake-lock.ts'
import { ApiError } from '#lib/service/api.ts'
import { useErrorText } from '#lib/service/use-error-text.ts'
import { toMinute } from '#lib/time/minute-of-day.ts'
import { useTime } from '#lib/time/use-time.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import css from './walk.module.css'
import { signOf, WalkImage } from './walk-image.tsx'
import { type Asked, useFinishWalk, useLook } from './walk-queries.ts'
import { WalkResults } from './walk-results.tsx'

/** Time that a tick is shown before the next step begins. */
const TICK_MS = 2500

type Now = { key: number; step: WalkStep; spot: Point | null; isSkipped: boolean }

export function WalkRun({ id, onOver }: { id: string; onOver: () => void }) {
  const { t } = useTranslation('walk-test')
  const [now, setNow] = useState<Now>({ key: 0, step: 'stand', spot: null, isSkipped: false })
  const isChoosing = now.step === 'floor' && now.spot === null
  const [isDone, setDone] = useState(false)
  const asked: Asked | null = isChoosing || isDone ? null : { key: now.key, step: now.step, spot: now.spot }
  const finish = useFinishWalk(id)
  const isEnding = finish.isPending || finish.isSuccess
  const look = useLook(id, asked, { isSkipped: now.isSkipped, isEnding })
  const { data } = look
  // A look that is answered after this phone finished the test gets the error that the test is over.
  const error = isEnding ? null : look.error
  const record = data?.steps.find(({ key }) => key === now.key && !isChoosing)
  const result = record?.result ?? null
  useWakeLock()
  useEffect(() => {
    if (result === null) return
    setDone(true)
    if (result === 'seen') navigator.vibrate?.(200)
  }, [result])
  const begin = (step: WalkStep) => {
    setDone(false)
    setNow(({ key }) => ({ key: key + 1, step, spot: null, isSkipped: false }))
  }
  const next = () => begin(stepAfter(now.step, data?.facts?.hasBed ?? false))
  useAfterTick(isDone && result === 'seen' && now.step !== 'floor', next)
  useAfterTick(isDone && result === 'skipped', next)
  if (error instanceof ApiError && [404, 409].includes(error.status)) {
    return <Notice action={{ label: t('again'), onClick: onOver }}>{t('over')}</Notice>
  }
  return (
    <div className={css.run}>
      <Instruction now={now} record={record} isChoosing={isChoosing} places={placesOf(data?.steps)} />
      <Unanswered facts={data?.facts ?? null} hubError={data?.error ?? null} error={error} />
      <WalkImage
        jpeg={data?.facts?.frame?.jpeg ?? null}
        people={data?.facts?.people ?? []}
        steps={data?.steps ?? []}
        spot={now.spot}
        onSpot={isChoosing ? (spot) => setNow((one) => ({ ...one, spot })) : undefined}
      />
      <div className={css.buttons}>
        {isDone && result !== 'skipped' && (
          <>
            <Button size="large" variant="contained" onClick={next}>
              {t('next')}
            </Button>
            {result !== 'seen' && (
              <Button size="large" variant="outlined" onClick={() => begin(now.step)}>
                {t('repeat')}
              </Button>
            )}
          </>
        )}
        {!isDone && !isChoosing && (
          <Button size="large" onClick={() => setNow((one) => ({ ...one, isSkipped: true }))}>
            {t('skip')}
          </Button>
        )}
      </div>
      <WalkResults steps={data?.steps ?? []} />
      <End finish={finish} endsAt={data?.endsAt ?? null} steps={data?.steps ?? []} onOver={onOver} />
    </div>
  )
}

/** Beds need an outline: without one the camera cannot say who lies in it. After the floor comes another place. */
function stepAfter(step: WalkStep, hasBed: boolean): WalkStep {
  const steps = WALK_STEPS.filter((one) => hasBed || !WALK_BED_STEPS.includes(one))
  return steps[steps.indexOf(step) + 1] ?? 'floor'
}

const placesOf = (steps: readonly WalkStepRecord[] = []) => steps.filter(({ step }) => step === 'floor').length

function useAfterTick(isOn: boolean, work: () => void) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the step that was ticked decides, not a later drawing
  useEffect(() => {
    if (!isOn) return
    const timer = setTimeout(work, TICK_MS)
    return () => clearTimeout(timer)
  }, [isOn])
}

type InstructionProps = { now: Now; record: WalkStepRecord | undefined; isChoosing: boolean; places: number }

function Instruction({ now: { step, spot }, record, isChoosing, places }: InstructionProps) {
  const { t } = useTranslation('walk-test')
  const floor = places > 0 ? t('do-floor-again') : t('do-floor')
  const result = record?.result ?? null
  const words = step === 'floor' ? (spot ? t('do-floor-now') : floor) : t(`do-${step}`)
  return (
    <div className={css.instruction} data-result={result ?? undefined} aria-live="assertive">
      <h2 className={css.big}>{t(`step-${step}`)}</h2>
      {result ? (
        <p className={css.tick}>
          <span aria-hidden>{signOf(result)}</span>{' '}
          {step === 'floor' && result !== 'skipped' ? t(`floor-${result}`) : t(`result-${result}`)}
        </p>
      ) : (
        <p className={css.words}>{words}</p>
      )}
      {result === null && !isChoosing && <Countdown since={record?.startedAt ?? null} />}
    </div>
  )
}

function Countdown({ since }: { since: string | null }) {
  const { t } = useTranslation('walk-test')
  const [left, setLeft] = useState(WALK_STEP_S)
  useEffect(() => {
    setLeft(WALK_STEP_S)
    if (since === null) return
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000)
    return () => clearInterval(timer)
  }, [since])
  return (
    <p className={css.quiet} aria-hidden>
      {since === null ? t('waiting') : `${t('watching')} ${t('seconds-left', { seconds: left })}`}
    </p>
  )
}

type UnansweredProps = { facts: WalkFacts | null; hubError: { code: string; params: object } | null; error: unknown }

function Unanswered({ facts, hubError, error }: UnansweredProps) {
  const { t } = useTranslation('walk-test')
  const { t: reason } = useTranslation('hub-answer')
  const errorText = useErrorText()
  if (error) return <Notice>{errorText(error)}</Notice>
  if (hubError)
    return <Notice>{t('hub-failed', { reason: reason(hubError.code as 'timeout', { ...hubError.params }) })}</Notice>
  return facts?.blind ? <Notice>{t(`blind-${facts.blind}`)}</Notice> : null
}

type EndProps = {
  finish: ReturnType<typeof useFinishWalk>
  endsAt: string | null
  steps: readonly WalkStepRecord[]
  onOver: () => void
}

function End({ finish: { mutate, isPending, error }, endsAt, steps, onOver }: EndProps) {
  const { t } = useTranslation('walk-test')
  const time = useTime()
  const errorText = useErrorText()
  const isTried = steps.some(({ result }) => result !== null && result !== 'skipped')
  const end = (isCertified: boolean) => mutate(isCertified, { onSuccess: onOver })
  return (
    <div className={css.end}>
      {endsAt && <p className={css.quiet}>{t('time-left', { time: toMinute(time.clock(endsAt)) })}</p>}
      {error && <Notice>{errorText(error)}</Notice>}
      {!isTried && <p className={css.quiet}>{t('empty')}</p>}
      <div className={css.buttons}>
        <Button size="large" variant="outlined" disabled={!isTried} loading={isPending} onClick={() => end(true)}>
          {t('finish')}
        </Button>
        <Button size="large" disabled={isPending} onClick={() => end(false)}>
          {t('cancel')}
        </Button>
      </div>
    </div>
  )
}
