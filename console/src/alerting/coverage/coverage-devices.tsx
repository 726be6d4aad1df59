/** For administrators: everybody who answers alarms, and on which devices a test alarm was seen and heard. ALARM-03, PROOF-01. */
import type { AlarmDevice, DeviceOwner } from '@mimamori/contract/identity/device-proof.ts'
import { Skeleton } from '@mui/material'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import { Card } from '#ui/layout/card.tsx'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import { Loaded } from '#ui/list/loaded.tsx'
import css from './coverage.module.css'
import { useDeviceOwners } from './coverage-queries.ts'

export function CoverageDevices() {
  const { t } = useTranslation('coverage')
  const query = useDeviceOwners()
  return (
    <Card title={t('devices')} help={t('devices-help')} style={{ marginBlockStart: 24 }}>
      <Loaded query={query} isPart skeleton={<Skeleton variant="rounded" height={160} />}>
        {({ owners }) => (
          <ul className={css.owners}>
            {unprovenFirst(owners).map((owner) => (
              <Owner key={owner.userId} owner={owner} />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  )
}

function Owner({ owner: { userName, devices } }: { owner: DeviceOwner }) {
  const { t } = useTranslation('coverage')
  return (
    <li className={css.owner} data-proven={isProven(devices) || undefined}>
      <strong>{userName}</strong>
      {devices.length === 0 ? (
        <span className={css.quiet}>{t('no-device')}</span>
      ) : (
        <ul className={css.devices}>
          {devices.map((device) => (
            <DeviceLine key={device.id} device={device} />
          ))}
        </ul>
      )}
    </li>
  )
}

function DeviceLine({ device }: { device: AlarmDevice }) {
  const { t } = useTranslation('coverage')
  const { date } = useTime()
  const { browser, system, provenAt, push, seenAt } = device
  return (
    <li>
      <span>{[browser, system].filter(Boolean).join(' · ') || t('unknown-device')}</span>
      <span data-state={provenAt === null ? 'open' : 'works'}>
        {provenAt === null ? t('not-proven') : t('proven', { time: date(provenAt) })}
      </span>
      <span className={css.quiet}>
        {t(`push-${push}`)} · {t('used')} <RelativeTime at={seenAt} />
      </span>
    </li>
  )
}

const isProven = (devices: readonly AlarmDevice[]) => devices.some(({ provenAt }) => provenAt !== null)

function unprovenFirst(owners: readonly DeviceOwner[]): DeviceOwner[] {
  return owners.toSorted((a, b) => Number(isProven(a.devices)) - Number(isProven(b.devices)))
}
