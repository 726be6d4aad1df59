/** The person that writes: at a shared station somebody is asked for before each step, elsewhere it is the user. */

import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#lib/service/api.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { useUser } from '#lib/session/session.ts'
import { LazyOverlay } from '#ui/feedback/lazy-overlay.tsx'

const NameDialog = lazyPart(() => import('#shared/names/name-dialog.tsx'))

export type Writer = {
  /** Undefined: the user itself. Throws `person-needed` where nobody was chosen. */
  ask: () => Promise<string | undefined>
  dialog: ReactNode
}

export function useWriter(): Writer {
  const { t } = useTranslation('accident')
  const { type } = useUser()
  const [isOpen, setOpen] = useState(false)
  const answer = useRef<((userId: string | null) => void) | null>(null)
  const close = (userId: string | null) => {
    setOpen(false)
    answer.current?.(userId)
    answer.current = null
  }
  const ask = async () => {
    if (type !== 'SHARED') return undefined
    const userId = await new Promise<string | null>((done) => {
      answer.current = done
      setOpen(true)
    })
    if (userId === null) throw new ApiError(409, 'person-needed', 'Nobody was chosen.')
    return userId
  }
  const dialog = isOpen && (
    <LazyOverlay onFailed={() => close(null)}>
      <NameDialog prompt={t('who-writes')} about={t('one')} likely={[]} onChoose={close} onClose={() => close(null)} />
    </LazyOverlay>
  )
  return { ask, dialog }
}
