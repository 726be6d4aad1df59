/** Presses that the service does not know yet: said as such, never as done. ALARM-02. */
import { CloudOff } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { runningTime } from '../alarm-order.ts'
import type { Press } from './press.ts'
import css from './press-buttons.module.css'

type Props = { presses: readonly Press[]; nowMs: number; hasAbout?: boolean }

export function WaitingPresses({ presses, nowMs, hasAbout = false }: Props) {
  const { t } = useTranslation('alarm')
  const waiting = presses.filter(({ hasWaited }) => hasWaited)
  return waiting.map((press) => (
    <p key={press.requestId} role="status" className={css.waiting}>
      <CloudOff size={16} aria-hidden />
      <span>
        {hasAbout && <strong>{press.about} · </strong>}
        {t('waiting-press', { press: t(press.action), time: runningTime(nowMs - press.pressedAtMs) })}
        {press.isUnsaved && ` ${t('unsaved-press')}`}
      </span>
    </p>
  ))
}
