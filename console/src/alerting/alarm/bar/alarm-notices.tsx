/** What became of a press that was not accepted: it stays until somebody has read it. ALARM-02. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/service/api.ts'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { Notice } from '#ui/feedback/notice.tsx'
import type { Ended } from '../press/press.ts'
import { onPressEnded } from '../press/presses.ts'

type NotAccepted = Exclude<Ended, { as: 'answered' }>
const MOST = 5

export function AlarmNotices() {
  const { t } = useTranslation('alarm')
  const [ended, setEnded] = useState<readonly NotAccepted[]>([])
  useEffect(
    () => onPressEnded((one) => one.as !== 'answered' && setEnded((before) => [...before, one].slice(-MOST))),
    [],
  )
  return ended.map((one) => (
    <Notice
      key={one.press.requestId}
      action={{ label: t('understood'), onClick: () => setEnded((all) => all.filter((other) => other !== one)) }}
    >
      <Words ended={one} /> {one.press.note && t('your-note', { note: one.press.note })}
    </Notice>
  ))
}

function Words({ ended }: { ended: NotAccepted }) {
  const { t } = useTranslation('alarm')
  const { about, action } = ended.press
  const words = { press: t(action), about }
  if (ended.as === 'too-old') return t('too-old', words)
  if (ended.key === 'alarm-claimed' || ended.key === 'alarm-state') return t(`refused-${ended.key}`, words)
  return t('refused-other', { ...words, reason: errorTextNow(new ApiError(409, ended.key, ended.message)) })
}
