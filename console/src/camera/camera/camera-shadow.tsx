/** Sync status: desired settings compared with reported ones, their difference, since when, and the hub's report. CAM-06. */
import type { CameraDetail } from '@mimamori/contract/camera/camera.ts'
import { Alert, Button } from '@mui/material'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSettingsErrors } from '#shared/use-settings-errors.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/form/confirm-dialog.tsx'
import { FormSection } from '#ui/form/record-form.tsx'
import { Facts } from '#ui/layout/detail-layout.tsx'
import { RelativeTime } from '#ui/layout/relative-time.tsx'
import css from './camera-shadow.module.css'
import { useRemoveShadow } from './form/camera-changes.ts'

type Props = { camera: CameraDetail }

export function CameraShadow({ camera }: Props) {
  const { t } = useTranslation('cameraForm')
  const { t: words } = useTranslation('camera')
  const { shadow, shadowState } = camera
  const errors = useSettingsErrors(shadow.errors)
  const version = (number: number) => (number > 0 ? t('sync-version', { version: number }) : t('sync-version-none'))
  return (
    <FormSection title={t('sync-title')} help={t('sync-help')}>
      <Facts
        facts={[
          [
            words('sync'),
            <span key="state" role="status">
              {words(`sync-${shadowState}`)}
            </span>,
          ],
          [t('sync-asked-version'), version(shadow.desiredVersion)],
          [t('sync-force-version'), version(shadow.reportedVersion)],
          [t('sync-since'), <RelativeTime key="since" at={shadow.changedAt} />],
        ]}
      />
      {shadowState === 'ERROR' && (
        <Alert severity="error">
          {words('sync-failed')} {errors && `${t('sync-words')}: ${errors}`}
        </Alert>
      )}
      {shadow.difference.length > 0 ? (
        <Difference rows={shadow.difference} />
      ) : (
        <p className={css.quiet}>{t(shadowState === 'IN_SYNC' ? 'sync-same' : 'sync-unknown')}</p>
      )}
      <RemoveShadow camera={camera} />
    </FormSection>
  )
}

function Difference({ rows }: { rows: CameraDetail['shadow']['difference'] }) {
  const { t } = useTranslation('cameraForm')
  const text = (value: string) => (value === '' ? t('sync-missing') : value)
  return (
    // A long value scrolls within this element, not the page.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach what scrolls
    <section className={css.frame} aria-label={t('sync-difference')} tabIndex={0}>
      <table className={css.table}>
        <caption className={css.caption}>{t('sync-difference')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('sync-setting')}</th>
            <th scope="col">{t('sync-asked-version')}</th>
            <th scope="col">{t('sync-force-version')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ path, desired, reported }) => (
            <tr key={path}>
              <th scope="row">{path}</th>
              <td>{text(desired)}</td>
              <td>{text(reported)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function RemoveShadow({ camera }: Props) {
  const { t } = useTranslation('cameraForm')
  const [isOpen, setOpen] = useState(false)
  const { mutateAsync } = useRemoveShadow(camera.id)
  const remove = async () => {
    await mutateAsync()
    setOpen(false)
    notifySuccess(t('shadow-done'))
  }
  return (
    <div className={css.remove}>
      <Button onClick={() => setOpen(true)}>{t('shadow-remove')}</Button>
      <span className={css.quiet}>{t('shadow-help')}</span>
      <ConfirmDialog
        open={isOpen}
        title={t('shadow-title', { name: camera.name })}
        text={t('shadow-help')}
        verb={t('shadow-remove')}
        onConfirm={remove}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}
