/** Below the live view of a camera that turns: its stored views, and the way back. Requirement REAL-09. */
import { Button } from '@mui/material'
import { Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { mayCall } from '#lib/access/access.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { useSecond } from '#lib/time/use-second.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import { notifyError } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import css from './look.module.css'
import { type Look, useLook, useTurn } from './look-queries.ts'

type Props = { cameraId: string }

export function LookCard({ cameraId }: Props) {
  const { role } = useUser()
  return mayCall(role, 'cameraLook.get') ? <Asked cameraId={cameraId} /> : null
}

/** Nothing for a camera that does not turn. */
function Asked({ cameraId }: Props) {
  const { t } = useTranslation('look')
  const { t: said } = useTranslation('hub-answer')
  const { data } = useLook(cameraId)
  const { mutate, isPending, variables } = useTurn(cameraId)
  const { presets = [], away = null } = data?.look ?? {}
  if (!data || (presets.length === 0 && !away)) return null
  const turn = (preset: string | null) =>
    mutate(preset, {
      onSuccess: ({ error }) => error && notifyError(said(error.code, { ...error.params })),
      onError: (error) => notifyError(errorTextNow(error)),
    })
  return (
    <div className={css.card}>
      <Card title={t('title')} help={t('help')}>
        <div className={css.body}>
          {away && <Away {...data} />}
          <div className={css.presses}>
            {away && (
              <Button
                variant="contained"
                startIcon={<Undo2 size={18} />}
                loading={isPending && variables === null}
                disabled={away.state === 'returning'}
                onClick={() => turn(null)}
              >
                {t('back-now')}
              </Button>
            )}
            {presets.map(({ token, name }) => (
              <Button
                key={token}
                variant="outlined"
                loading={isPending && variables === token}
                disabled={isPending || (away !== null && away.state !== 'away')}
                onClick={() => turn(token)}
              >
                {name}
              </Button>
            ))}
          </div>
        </div>
      </Card>
    </div>
  )
}

function Away({ look, behindMs }: Look) {
  const { t } = useTranslation('look')
  const nowMs = useSecond(true) - behindMs
  const away = look?.away
  if (!away) return null
  const seconds = Math.max(0, Math.ceil((Date.parse(away.returnsAt) - nowMs) / 1000))
  return <Notice>{t(away.state, { view: away.preset, seconds })}</Notice>
}
