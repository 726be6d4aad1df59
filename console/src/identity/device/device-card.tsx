/** The devices on which a user is signed in, each with a button to sign it out. AUTH-18. */
import type { Device } from '@mimamori/contract/identity/device.ts'
import { Button, Skeleton } from '@mui/material'
import type { UseQueryResult } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { errorTextNow } from '#lib/service/use-error-text.ts'
import { useUser } from '#lib/session/session.ts'
import { serviceNowMs } from '#lib/time/service-clock.ts'
import { useTime } from '#lib/time/use-time.ts'
import { notifyError, notifySuccess } from '#ui/feedback/toast.ts'
import { Card } from '#ui/layout/card.tsx'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './device-card.module.css'
import { useDevicesOf, useOwnDevices, useSignOut } from './device-queries.ts'

/** Devices of the signed-in user. Users of a shared account see only this device. */
export function OwnDevices() {
  const { t } = useTranslation('profile')
  const { type, role } = useUser()
  const isShared = type === 'SHARED' || role === 'DEMO_USER'
  return (
    <DeviceCard
      query={useOwnDevices()}
      help={t(isShared ? 'device-help-shared' : 'device-help')}
      verb={t('device-sign-out-others')}
    />
  )
}

/** Devices of another user, for administrators. */
export function UserDevices({ userId }: { userId: string }) {
  const { t } = useTranslation('profile')
  return (
    <DeviceCard
      query={useDevicesOf(userId)}
      userId={userId}
      help={t('device-help-user')}
      verb={t('device-sign-out-all')}
    />
  )
}

type Props = {
  query: UseQueryResult<{ devices: Device[]; isAnswerer: boolean }>
  help: string
  /** Label of the button that signs out all devices. */
  verb: string
  userId?: string
}

function DeviceCard({ query, help, verb, userId }: Props) {
  const { t } = useTranslation('profile')
  const signOut = useSignOut(userId)
  const end = (deviceIds: string[] | undefined) =>
    signOut.mutateAsync(deviceIds).then(
      ({ signedOut }) => notifySuccess(t('device-signed-out-toast', { count: signedOut })),
      (error: unknown) => notifyError(errorTextNow(error)),
    )
  const others = query.data?.devices.filter(({ isCurrent }) => !isCurrent) ?? []
  return (
    <Card
      title={t('device-title')}
      help={help}
      action={
        others.length > 1 && (
          <Button size="small" loading={signOut.isPending} onClick={() => end(undefined)}>
            {verb}
          </Button>
        )
      }
    >
      <Loaded query={query} skeleton={<Skeleton variant="rounded" height={96} />}>
        {({ devices, isAnswerer }) => (
          <ul className={css.list}>
            {devices.length === 0 && <li className={css.quiet}>{t('device-none')}</li>}
            {devices.map((device) => (
              <DeviceLine key={device.id} device={device} isAnswerer={isAnswerer} onSignOut={() => end([device.id])} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

const HANDHELD = ['Android', 'iPhone', 'iPad']

type LineProps = { device: Device; isAnswerer: boolean; onSignOut: () => void }

function DeviceLine({ device, isAnswerer, onSignOut }: LineProps) {
  const { t } = useTranslation('profile')
  const { date, dateTime } = useTime()
  const { browser, system, provenAt } = device
  const name =
    browser && system ? t('device-name-browser', { browser, system }) : (browser ?? system ?? t('device-unknown'))
  const isOver = Math.min(Date.parse(device.idleEndsAt), Date.parse(device.endsAt)) <= serviceNowMs()
  const ends = isOver
    ? t('device-ended')
    : t('device-ends', { idle: dateTime(device.idleEndsAt), latest: dateTime(device.endsAt) })
  const Icon = HANDHELD.includes(system ?? '') ? Smartphone : Laptop
  return (
    <li className={css.device}>
      <Icon size={20} aria-hidden className={css.icon} />
      <div className={css.words}>
        <span className={css.name}>
          {name}
          {device.isCurrent && <span className={css.current}>{t('device-current')}</span>}
        </span>
        <span className={css.quiet}>
          {device.address && `${device.address} · `}
          {t('device-last-seen')} <RelativeTime at={device.lastSeenAt} /> ·{' '}
          {t('device-first-seen', { time: date(device.firstSeenAt) })} · {ends}
          {isAnswerer &&
            ` · ${provenAt === null ? t('device-not-proven') : t('device-proven', { time: date(provenAt) })}`}
        </span>
      </div>
      {!device.isCurrent && (
        <Button size="small" aria-label={`${t('device-sign-out')}: ${name}`} onClick={onSignOut}>
          {t('device-sign-out')}
        </Button>
      )}
    </li>
  )
}
