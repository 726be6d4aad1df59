/** The vendor of a camera: fills in its usual addresses, and shows what it requires first. REAL-09. */

import { cameraVendor } from '@mimamori/contract/camera/camera-fields.ts'
import {
  CAMERA_PROFILES,
  type CameraMaker,
  hostOfAddress,
  isMaker,
  isUsualAddress,
  streamAddresses,
} from '@mimamori/contract/camera/camera-profiles.ts'
import { Button } from '@mui/material'
import { useController, useWatch } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { CameraControl } from '../camera-form-values.ts'
import { ChoiceField } from '../choice-field.tsx'
import css from './connection-test.module.css'

type Props = { control: CameraControl }

export function MakerField({ control }: Props) {
  const { t } = useTranslation('cameraForm')
  const { t: name } = useTranslation('cameraField')
  const { field: address } = useController({ control, name: 'streamUrl' })
  const { field: small } = useController({ control, name: 'subStreamUrl' })
  const { field: brand } = useController({ control, name: 'brand' })
  const [vendor, ipAddress] = useWatch({ control, name: ['vendor', 'ipAddress'] })
  const maker = isMaker(vendor) ? vendor : null
  const host = hostOfAddress(address.value) ?? (ipAddress || null)
  const fillIn = (value: string | number | null | undefined) => {
    if (typeof value !== 'string' || !isMaker(value)) return
    if (brand.value === '') brand.onChange(CAMERA_PROFILES[value].brand)
    // Keep a custom address.
    if (!host || !isUsualAddress(address.value)) return
    const usual = streamAddresses(value, host)
    address.onChange(usual.main)
    if (isUsualAddress(small.value ?? '')) small.onChange(usual.sub)
  }
  const vendors = cameraVendor.options.map((value) => ({ value, label: t(`vendor-${value}`) }))
  return (
    <>
      <ChoiceField
        control={control}
        name="vendor"
        label={name('vendor')}
        helperText={t('maker-help')}
        options={[{ value: null, label: t('vendor-other') }, ...vendors]}
        onChosen={fillIn}
      />
      {maker && <Addresses maker={maker} host={host} onMain={address.onChange} onSub={small.onChange} />}
    </>
  )
}

type Take = (streamUrl: string) => void
type AddressesProps = { maker: CameraMaker; host: string | null; onMain: Take; onSub: Take }

function Addresses({ maker, host, onMain, onSub }: AddressesProps) {
  const { t } = useTranslation('cameraForm')
  const { login, brand } = CAMERA_PROFILES[maker]
  const usual = host ? streamAddresses(maker, host) : null
  return (
    <div className={css.test}>
      {login !== 'plain' && <p className={css.quiet}>{t(`maker-login-${login}`, { brand })}</p>}
      {usual ? (
        <div className={css.buttons}>
          <Button size="small" onClick={() => onMain(usual.main)}>
            {t('maker-main')}
          </Button>
          <Button size="small" onClick={() => onSub(usual.sub)}>
            {t('maker-sub')}
          </Button>
        </div>
      ) : (
        <p className={css.quiet}>{t('maker-no-host')}</p>
      )}
    </div>
  )
}
