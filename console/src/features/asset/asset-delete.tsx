/** Deletes a tag, a shift or an escalation rule, after saying what uses it. */
import type { Asset } from '@mimamori/contract/asset.ts'
import { Button } from '@mui/material'
import { useNavigate } from '@tanstack/react-router'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { notifySuccess } from '#ui/toast.ts'
import { useRemoveAsset } from './asset-queries.ts'
import { ASSET_KINDS, type AssetKind } from './settings-search.ts'

export function DeleteAsset({ kind, asset }: { kind: AssetKind; asset: Asset }) {
  const { t } = useTranslation('asset')
  const navigate = useNavigate()
  const remove = useRemoveAsset()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="text" color="error" startIcon={<Trash2 size={18} />} onClick={() => setOpen(true)}>
        {t('delete')}
      </Button>
      <ConfirmDialog
        open={isOpen}
        title={t('delete-title', { name: asset.name })}
        text={`${t(`usage-${kind}`, { count: asset.usageCount })} ${t('delete-text')}`}
        verb={t('delete')}
        onClose={() => setOpen(false)}
        onConfirm={async () => {
          await remove.mutateAsync(asset)
          notifySuccess(t(`${kind}-deleted`))
          await navigate({ to: '/app/settings/list', search: { tabIndex: ASSET_KINDS[kind] || undefined } })
        }}
      />
    </>
  )
}
