/** A form of an asset: what saving means is the same for tags, shifts and escalation rules. SET-02. */

import type { Asset, AssetDraft, AssetPatch } from '@mimamori/contract/site/asset.ts'
import { useNavigate } from '@tanstack/react-router'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { z } from 'zod'
import { call } from '#lib/service/api.ts'
import { findTenants } from '#shared/find-tenants.ts'
import { FindField } from '#ui/form/field/find-field.tsx'
import type { FieldOf } from '#ui/form/field/text-field.tsx'
import { useRecordForm } from '#ui/form/use-record-form.ts'
import { useRefreshAssets } from './asset-queries.ts'
import { ASSET_KINDS, type AssetKind } from './settings-search.ts'

type Options<I extends FieldValues, O, A> = {
  kind: AssetKind
  schema: z.ZodType<O, I>
  values: I
  /** Left out: a new one. */
  asset?: A
  onReload?: () => Promise<unknown>
}

/** Leads back to the tab of its kind when it is saved. */
export function useAssetForm<I extends FieldValues, O extends AssetDraft, A extends Asset>(options: Options<I, O, A>) {
  const { kind, schema, values, asset, onReload } = options
  const { t } = useTranslation('asset')
  const navigate = useNavigate()
  const refresh = useRefreshAssets()
  return useRecordForm({
    schema,
    values,
    record: asset,
    save: async (draft, shown) => {
      const saved = await (shown
        ? call('asset.patch', { body: patchOf(draft, shown) })
        : call('asset.create', { body: draft }))
      await refresh()
      return saved
    },
    saved: t(asset ? `${kind}-updated` : `${kind}-added`),
    onSaved: () => navigate({ to: '/app/settings/list', search: { tabIndex: ASSET_KINDS[kind] || undefined } }),
    onReload,
  })
}

/** Says everything anew but the site, which stays. */
function patchOf({ tenantId: _site, ...draft }: AssetDraft, { id, version }: Asset): AssetPatch {
  return { ...draft, id, version }
}

/** Which site a new asset is for: asked of those who look after several. */
export function SiteChoice<T extends FieldValues, O>(field: FieldOf<T, O>) {
  const { t } = useTranslation('asset')
  return <FindField {...field} label={t('site')} required queryKey={['tenant', 'choice']} find={findTenants('site')} />
}
