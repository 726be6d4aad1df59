/** The columns that lists of assets have in common: the name that opens it, the site, who edited it last. */
import type { Asset } from '@mimamori/contract/site/asset.ts'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useTime } from '#lib/time/use-time.ts'
import type { ListColumn } from '#ui/list/list-column.ts'
import type { AssetKind } from './settings-search.ts'

/** The name, what the kind has of its own, then the rest. Keep `own` stable. */
export function useAssetColumns<A extends Asset>(kind: AssetKind, own: ListColumn<A>[]): ListColumn<A>[] {
  const { t } = useTranslation('asset')
  const time = useTime()
  return useMemo(() => {
    const edited = ({ lastEditedBy, lastEditedAt }: A) =>
      lastEditedBy
        ? t('edited-by', { name: lastEditedBy, time: time.dateTime(lastEditedAt) })
        : time.dateTime(lastEditedAt)
    return [
      {
        id: 'name',
        header: t('name'),
        isSortable: true,
        cell: (asset) => (
          <Link to="/app/settings/asset/$assetType/edit/$assetId" params={{ assetType: kind, assetId: asset.id }}>
            {asset.name}
          </Link>
        ),
        csv: (asset) => asset.name,
      },
      ...own,
      { id: 'lastEditedAt', header: t('last-edited'), isSortable: true, cell: edited, csv: edited },
      {
        id: 'site',
        header: t('site'),
        isOptional: true,
        cell: (asset) => asset.tenantName,
        csv: (asset) => asset.tenantName,
      },
    ]
  }, [t, time, kind, own])
}
