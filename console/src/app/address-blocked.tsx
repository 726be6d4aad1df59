/** Covers the console while the site blocks this network; the page below is retained. SET-01. */
import { Button, Dialog, Stack } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '#lib/service/api.ts'
import { StatusPage } from '#ui/feedback/status-page.tsx'
import { useLogout } from './use-logout.ts'

export default function AddressBlocked() {
  const { t } = useTranslation('app')
  const cache = useQueryClient()
  const logout = useLogout()
  const [isTrying, setTrying] = useState(false)
  const retry = async () => {
    setTrying(true)
    try {
      await call('device.list')
      await cache.invalidateQueries()
    } catch {
      // Still blocked: the page stays.
    } finally {
      setTrying(false)
    }
  }
  return (
    <Dialog
      open
      fullScreen
      aria-label={t('blocked-title')}
      slotProps={{ paper: { sx: { borderRadius: 0, border: 0 } } }}
    >
      <StatusPage
        kind="not-found"
        title={t('blocked-title')}
        help={t('blocked-help')}
        action={
          <Stack direction="row" spacing={1}>
            <Button variant="contained" loading={isTrying} onClick={retry}>
              {t('blocked-retry')}
            </Button>
            <Button onClick={logout}>{t('logout')}</Button>
          </Stack>
        }
      />
    </Dialog>
  )
}
