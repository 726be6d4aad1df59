/** The sentences of the form that came from evidence, each with the second of the clip that shows it. REPORT-05. */
import type { AccidentDetail } from '@mimamori/contract/care/accident.ts'
import { linesOf } from '@mimamori/contract/care/accident-form.ts'
import { Link } from '@tanstack/react-router'
import { Play } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { duration } from '#lib/time/time.ts'
import { Card } from '#ui/layout/card.tsx'
import css from './accident.module.css'

type Props = { accident: AccidentDetail; form: { details?: string; response?: string } }

export function Evidence({ accident: { sources, alertId, hasClip }, form: { details = '', response = '' } }: Props) {
  const { t } = useTranslation('accident')
  const lines = linesOf(`${details}\n${response}`, sources).filter(({ source }) => source !== null)
  if (lines.length === 0) return null
  return (
    <Card title={t('evidence')} help={t('evidence-help')}>
      <ul className={css.evidence}>
        {lines.map(({ text, source }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same sentence may stand twice, and none moves.
          <li key={at}>
            <p>{text}</p>
            <p className={css.quiet}>{source!.says.join(' ')}</p>
            {source!.atMs !== null && alertId && hasClip && (
              <Link
                to="/app/alerts/detail/$alertId"
                params={{ alertId }}
                hash={`t=${source!.atMs / 1_000}`}
                className={css.jump}
              >
                <Play size={12} fill="currentColor" aria-hidden />
                {t('see-clip', { at: duration(source!.atMs) })}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {!hasClip && <p className={css.quiet}>{t('clip-gone')}</p>}
    </Card>
  )
}
