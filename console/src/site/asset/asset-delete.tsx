/** Deletes a tag, a shift or an escalation rule, after saying what uses it. */
import type { Asset } from '@mimamori/contract/site/asset.ts'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { joinSentences } from '#lib/text/sentences.ts'
import { notifySuccess } from '#ui/feedback/toast.ts'
import { DeleteButton } from '#ui/form/delete-button.tsx'
import { useRemoveAsset } from './asset-queries.ts'
import { ASSET_KINDS, type AssetKind } from './settings-search.ts'

export function DeleteAsset({ kind, asset }: { kind: AssetKind; asset: Asset }) {
  const { t } = useTranslation('asset')
  const navigate = useNavigate()
  const remove = useRemoveAsset()
  return (
    <DeleteButton
      verb={t('delete')}
      title={t('delete-title', { name: asset.name })}
      text={joinSentences([
        t(`usage-${kind}`, { count: asset.usageCount }),
        ...(asset.type === 'SHIFT' ? [t('shift-cameras', { count: asset.cameraCount })] : []),
        t('delete-text'),
      ])}
      onDelete={async () => {
        await remove.mutateAsync(asset)
        notifySuccess(t(`${kind}-deleted`))
        await navigate({ to: '/app/settings/list', search: { tabIndex: ASSET_KINDS[kind] || undefined } })
      }}
    />
  )
}
