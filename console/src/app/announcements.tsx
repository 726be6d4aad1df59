/** What comes by itself over any page: toasts, push messages, the sound, warnings of the service. It follows the first page, which needs none of it. */
import type { Direction } from '@mui/material/styles'
import { Suspense, useState } from 'react'
import { loadTexts } from '#lib/browser/i18n.ts'
import { useIsFactorNeeded } from '#lib/service/api.ts'
import { lazyPart } from '#lib/service/patient-load.ts'
import { useProofAsked } from '#lib/service/proof.ts'
import { PROOF_ANSWER } from '#lib/session/proof-journey.ts'
import { useUser } from '#lib/session/session.ts'
import { mayAnswer } from '#shared/open-alarms.ts'
// Nobody prints before the first page is there.
import '#ui/layout/style/print.css'
import { useNotificationToasts } from '../alerting/notification/notification-toasts.tsx'
import { FactorBanner } from './factor/factor-banner.tsx'
import { NewVersion } from './new-version.tsx'
import { InGate } from './service-notices.tsx'
import { Toasts } from './toasts.tsx'
import { WarningBanners } from './warning-banners.tsx'

const FactorGate = lazyPart(async () => {
  const [gate] = await Promise.all([import('./factor/factor-gate.tsx'), loadTexts('management')])
  return gate
})
const ProofDialog = lazyPart(async () => {
  const [dialog] = await Promise.all([import('./factor/proof-dialog.tsx'), loadTexts('management')])
  return dialog
})
const ProofReturn = lazyPart(async () => {
  const [proof] = await Promise.all([import('./factor/proof-return.tsx'), loadTexts('management')])
  return proof
})
const DeviceCheck = lazyPart(() => import('./device-check/device-check.tsx'))

type Props = {
  direction: Direction
  /** Leads to a path of the console. */
  onGo: (path: string) => void
}

export default function Announcements({ direction, onGo }: Props) {
  useNotificationToasts(onGo)
  const user = useUser()
  const asked = useProofAsked()
  const isFactorNeeded = useIsFactorNeeded()
  const [isBack] = useState(() => sessionStorage.getItem(PROOF_ANSWER) !== null)
  return (
    <>
      <WarningBanners />
      <FactorBanner onGo={onGo} />
      {isFactorNeeded && (
        <InGate>
          <Suspense>
            <FactorGate />
          </Suspense>
        </InGate>
      )}
      <NewVersion />
      <Toasts direction={direction} />
      {asked && (
        <Suspense>
          <ProofDialog onAnswer={asked.answer} />
        </Suspense>
      )}
      {isBack && (
        <Suspense>
          <ProofReturn />
        </Suspense>
      )}
      {mayAnswer(user) && !user.impersonatedTenant && (
        <Suspense>
          <DeviceCheck />
        </Suspense>
      )}
    </>
  )
}
