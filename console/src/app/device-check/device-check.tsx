/** Leads a person through sound, notifications and a test alarm on a device that is not proven. ALARM-03, PROOF-01. */
import type { SessionUser } from '@mimamori/contract/identity/session.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { thisDevice } from '#console/alerting/notification/push-registration.ts'
import { readStored, writeStored } from '#lib/browser/storage.ts'
import { call } from '#lib/service/api.ts'
import { useUser } from '#lib/session/session.ts'
import { useOpenAlarms } from '#shared/open-alarms.ts'
import { DeviceCheckNotice } from './device-check-notice.tsx'
import { DeviceCheckPanel } from './device-check-panel.tsx'
import { useReceipts } from './use-receipts.ts'

/** The sign-in at which a person put the steps off, here: the next one asks again. */
const LATER = 'device-check-later'

export default function DeviceCheck() {
  const user = useUser()
  useReceipts()
  const { data: proof } = useQuery({
    queryKey: ['device-check', 'own', user.id],
    queryFn: () => call('deviceProof.present', { body: thisDevice() }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const [isOpen, setOpen] = useState(false)
  const isCalm = useHasBeenCalm()
  const [isLater, setLater] = useState(() => readStored(LATER, isText) === signInOf(user))
  if (!proof || proof.provenAt !== null || isLater) return null
  const end = () => {
    writeStored(LATER, signInOf(user))
    setLater(true)
  }
  if (!isCalm) return null
  if (isOpen) return <DeviceCheckPanel onEnd={end} />
  return <DeviceCheckNotice onStart={() => setOpen(true)} onLater={end} />
}

/** An alarm, and the first look at the page, come before the check of the device. */
const CALM_MS = 60_000

/** Whether there was a minute in which nobody waited for somebody to go. */
function useHasBeenCalm(): boolean {
  const isWaiting = (useOpenAlarms().data?.unclaimedCount ?? 0) > 0
  const [hasBeen, setHasBeen] = useState(false)
  useEffect(() => {
    if (isWaiting || hasBeen) return
    const timer = setTimeout(() => setHasBeen(true), CALM_MS)
    return () => clearTimeout(timer)
  }, [isWaiting, hasBeen])
  return hasBeen
}

/** A session ends at a time of its own: by it one sign-in is known from the next. */
function signInOf({ id, tokenExpiresAt }: SessionUser): string {
  return `${id} ${tokenExpiresAt}`
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}
